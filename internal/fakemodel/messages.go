package fakemodel

import (
	"context"
	"encoding/json"
)

// messages streams an answer of Anthropic Messages.
func (s *stream) messages(ctx context.Context, c conversation, p plan) error {
	stop := "end_turn"
	if p.call != nil {
		stop = "tool_use"
	}
	return steps(
		func() error { return s.typed("message_start", object{"message": messageBody(c, nil, nil, 1)}) },
		func() error { return s.typed("ping", object{}) },
		func() error {
			if !pause(ctx, p.wait) {
				return ctx.Err()
			}
			if p.call != nil {
				return s.messagesCall(*p.call)
			}
			return s.messagesText(ctx, p)
		},
		func() error { return s.typed("content_block_stop", object{"index": 0}) },
		func() error {
			return s.typed("message_delta", object{"delta": object{"stop_reason": stop, "stop_sequence": nil}, "usage": object{"output_tokens": outputTokens}})
		},
		func() error { return s.typed("message_stop", object{}) },
	)
}

func (s *stream) messagesCall(c call) error {
	s.begin()
	block := object{"type": "tool_use", "id": fresh("toolu_"), "name": c.name, "input": object{}}
	if err := s.typed("content_block_start", object{"index": 0, "content_block": block}); err != nil {
		return err
	}
	return s.typed("content_block_delta", object{"index": 0, "delta": object{"type": "input_json_delta", "partial_json": c.arguments}})
}

func (s *stream) messagesText(ctx context.Context, p plan) error {
	if err := s.typed("content_block_start", object{"index": 0, "content_block": object{"type": "text", "text": ""}}); err != nil {
		return err
	}
	return s.text(ctx, p, func(text string) error {
		return s.typed("content_block_delta", object{"index": 0, "delta": object{"type": "text_delta", "text": text}})
	})
}

func messageBody(c conversation, content []any, stop any, tokens int) object {
	if content == nil {
		content = []any{}
	}
	return object{
		"id": fresh("msg_"), "type": "message", "role": "assistant", "model": c.model, "content": content,
		"stop_reason": stop, "stop_sequence": nil, "usage": object{"input_tokens": inputTokens, "output_tokens": tokens},
	}
}

// whole is an answer in one piece, for a request that wants no stream.
func whole(c conversation, p plan) any {
	switch c.api {
	case messages:
		if p.call != nil {
			return messageBody(c, []any{object{"type": "tool_use", "id": fresh("toolu_"), "name": p.call.name, "input": json.RawMessage(p.call.arguments)}}, "tool_use", outputTokens)
		}
		return messageBody(c, []any{object{"type": "text", "text": p.text()}}, "end_turn", outputTokens)
	case responses:
		item, _ := responseItem(p)
		return responseBody(c, fresh("resp_"), "completed", item)
	case completions:
	}
	return completionBody(c, p)
}
