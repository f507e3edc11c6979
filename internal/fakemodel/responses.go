package fakemodel

import (
	"context"
	"maps"
)

// responses streams an answer of OpenAI Responses.
func (s *stream) responses(ctx context.Context, c conversation, p plan) error {
	id := fresh("resp_")
	item, text := responseItem(p)
	return steps(
		func() error {
			return s.numbered("response.created", object{"response": responseBody(c, id, "in_progress")})
		},
		func() error {
			return s.numbered("response.in_progress", object{"response": responseBody(c, id, "in_progress")})
		},
		func() error {
			if !pause(ctx, p.wait) {
				return ctx.Err()
			}
			if text == nil {
				return s.responsesCall(*p.call, item)
			}
			return s.responsesText(ctx, p, item, text)
		},
		func() error {
			return s.numbered("response.output_item.done", object{"output_index": 0, "item": item})
		},
		func() error {
			return s.numbered("response.completed", object{"response": responseBody(c, id, "completed", item)})
		},
	)
}

// numbered sends an event with the running number that this protocol wants.
func (s *stream) numbered(name string, fields object) error {
	fields["sequence_number"] = s.number
	s.number++
	return s.typed(name, fields)
}

// responseItem is the finished output item, and its text part when it is one.
func responseItem(p plan) (item, text object) {
	switch {
	case p.call == nil:
		text = object{"type": "output_text", "text": p.text(), "annotations": []any{}}
		return object{"type": "message", "id": fresh("msg_"), "role": "assistant", "status": "completed", "content": []any{text}}, text
	case p.call.input != "":
		return object{"type": "custom_tool_call", "id": fresh("ctc_"), "call_id": fresh("call_"), "name": p.call.name, "input": p.call.input, "status": "completed"}, nil
	}
	item = object{"type": "function_call", "id": fresh("fc_"), "call_id": fresh("call_"), "name": p.call.name, "arguments": p.call.arguments, "status": "completed"}
	if p.call.namespace != "" {
		item["namespace"] = p.call.namespace
	}
	return item, nil
}

// unfinished is an item as it is announced: the same without its content.
func unfinished(item object, field string, empty any) object {
	out := maps.Clone(item)
	out["status"], out[field] = "in_progress", empty
	return out
}

func (s *stream) responsesCall(c call, item object) error {
	s.begin()
	field := "arguments"
	if c.input != "" {
		field = "input"
	}
	if err := s.numbered("response.output_item.added", object{"output_index": 0, "item": unfinished(item, field, "")}); err != nil {
		return err
	}
	if c.input != "" {
		return nil
	}
	if err := s.numbered("response.function_call_arguments.delta", object{"item_id": item["id"], "output_index": 0, "delta": c.arguments}); err != nil {
		return err
	}
	return s.numbered("response.function_call_arguments.done", object{"item_id": item["id"], "output_index": 0, "arguments": c.arguments})
}

func (s *stream) responsesText(ctx context.Context, p plan, item, part object) error {
	place := func(more object) object {
		maps.Copy(more, object{"item_id": item["id"], "output_index": 0, "content_index": 0})
		return more
	}
	return steps(
		func() error {
			return s.numbered("response.output_item.added", object{"output_index": 0, "item": unfinished(item, "content", []any{})})
		},
		func() error {
			return s.numbered("response.content_part.added", place(object{"part": object{"type": "output_text", "text": "", "annotations": []any{}}}))
		},
		func() error {
			return s.text(ctx, p, func(text string) error {
				return s.numbered("response.output_text.delta", place(object{"delta": text}))
			})
		},
		func() error { return s.numbered("response.output_text.done", place(object{"text": p.text()})) },
		func() error { return s.numbered("response.content_part.done", place(object{"part": part})) },
	)
}

func responseBody(c conversation, id, status string, output ...object) object {
	if output == nil {
		output = []object{}
	}
	body := object{
		"id": id, "object": "response", "created_at": 0, "status": status, "model": c.model, "output": output,
		"parallel_tool_calls": false, "tool_choice": "auto", "tools": []any{}, "usage": nil,
	}
	if status == "completed" {
		body["usage"] = object{
			"input_tokens": inputTokens, "input_tokens_details": object{"cached_tokens": 0},
			"output_tokens": outputTokens, "output_tokens_details": object{"reasoning_tokens": 0}, "total_tokens": inputTokens + outputTokens,
		}
	}
	return body
}
