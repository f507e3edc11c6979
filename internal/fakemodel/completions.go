package fakemodel

import "context"

// completions streams an answer of OpenAI Chat Completions.
func (s *stream) completions(ctx context.Context, c conversation, p plan) error {
	id := fresh("chatcmpl-")
	chunk := func(delta object, finish any) error {
		return s.send("", object{
			"id": id, "object": "chat.completion.chunk", "created": 0, "model": c.model,
			"choices": []any{object{"index": 0, "delta": delta, "finish_reason": finish}},
		})
	}
	return steps(
		func() error { return chunk(object{"role": "assistant", "content": ""}, nil) },
		func() error {
			if !pause(ctx, p.wait) {
				return ctx.Err()
			}
			if p.call == nil {
				return s.text(ctx, p, func(text string) error { return chunk(object{"content": text}, nil) })
			}
			s.begin()
			return chunk(object{"tool_calls": []any{functionCall(*p.call)}}, nil)
		},
		func() error { return chunk(object{}, finishReason(p)) },
		func() error {
			return s.send("", object{
				"id": id, "object": "chat.completion.chunk", "created": 0, "model": c.model, "choices": []any{}, "usage": completionUsage(),
			})
		},
		func() error { return s.raw("", []byte("[DONE]")) },
	)
}

func functionCall(c call) object {
	return object{"index": 0, "id": fresh("call_"), "type": "function", "function": object{"name": c.name, "arguments": c.arguments}}
}

func finishReason(p plan) string {
	if p.call != nil {
		return "tool_calls"
	}
	return "stop"
}

func completionUsage() object {
	return object{"prompt_tokens": inputTokens, "completion_tokens": outputTokens, "total_tokens": inputTokens + outputTokens}
}

func completionBody(c conversation, p plan) object {
	message := object{"role": "assistant", "content": p.text()}
	if p.call != nil {
		message = object{"role": "assistant", "content": nil, "tool_calls": []any{functionCall(*p.call)}}
	}
	return object{
		"id": fresh("chatcmpl-"), "object": "chat.completion", "created": 0, "model": c.model, "usage": completionUsage(),
		"choices": []any{object{"index": 0, "message": message, "finish_reason": finishReason(p)}},
	}
}
