// Package fakemodel is a model server on loopback whose answers are scripted, so
// that real coding agents can be run without an account or a network.
//
// It speaks three protocols, each streamed as server-sent events: Anthropic
// Messages (Claude Code), OpenAI Responses (Codex) and OpenAI Chat Completions
// (Pi and others). What it answers is decided by the last user text of a request:
// by its first line that begins with one of these words.
//
//	slow [SECONDS]       words at four a second for that long (20)
//	think [SECONDS]      nothing for that long (8), then ok
//	long [LINES]         that many lines (300) in about a second
//	tool [COMMAND]       a call of the agent's shell tool; after its result: done
//	twice                two shell calls in a row
//	edit                 a call of the file-writing tool
//	ask                  a call of the question tool, its schema filled in
//	plan                 a call of the tool that proposes a plan
//	error [CODE] [TRIES] that HTTP status (500) for the first tries (2), then ok
//	drop [SECONDS]       streams that long (2), then cuts the connection
//	bg [COMMAND]         a shell call in the background, where the tool can
//	bye                  an empty answer
//	anything else        ok
//
// Requests that carry no tools (titles, summaries, suggestions) are side requests:
// answered at once, and marked in the events. The events say what arrived, with
// its sha256, and a test waits for them instead of sleeping.
//
// It leaves starting and driving the agents to its users.
package fakemodel
