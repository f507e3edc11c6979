package fakemodel

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("net/http.(*persistConn).readLoop"), goleak.IgnoreTopFunction("net/http.(*persistConn).writeLoop"))
}

func serve(t *testing.T) *Server {
	t.Helper()
	s, err := Start(Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func post(t *testing.T, ctx context.Context, url, body string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}

// streamed reads the data of all events of an answer.
func streamed(body io.Reader) ([]map[string]any, error) {
	var all []map[string]any
	lines := bufio.NewScanner(body)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok || data == "[DONE]" {
			continue
		}
		var v map[string]any
		if err := json.Unmarshal([]byte(data), &v); err != nil {
			return all, err
		}
		all = append(all, v)
	}
	return all, lines.Err()
}

func names(all []map[string]any) []string {
	var out []string
	for _, v := range all {
		name, _ := v["type"].(string)
		out = append(out, name)
	}
	return out
}

const responsesAsk = `{"model":"m","stream":true,"tools":[{"type":"function","name":"exec_command","parameters":` + shellSchema + `}],"input":"`

const completionsAsk = `{"model":"m","stream":true,"tools":[{"type":"function","function":{"name":"bash","parameters":` + shellSchema + `}}],"messages":[{"role":"user","content":"`

func TestMessagesStream(t *testing.T) {
	s := serve(t)
	got, err := streamed(post(t, t.Context(), s.URL()+"/v1/messages", ask("slow 0.25")).Body)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"message_start", "ping", "content_block_start", "content_block_delta", "content_block_stop", "message_delta", "message_stop"}
	if diff := cmp.Diff(want, names(got)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

func TestResponsesStream(t *testing.T) {
	s := serve(t)
	got, err := streamed(post(t, t.Context(), s.URL()+"/v1/responses", responsesAsk+`tool ls"}`).Body)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"response.created", "response.in_progress", "response.output_item.added", "response.function_call_arguments.delta",
		"response.function_call_arguments.done", "response.output_item.done", "response.completed",
	}
	if diff := cmp.Diff(want, names(got)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	for i, v := range got {
		if v["sequence_number"] != float64(i) {
			t.Errorf("event %d has the number %v", i, v["sequence_number"])
		}
	}
}

func TestCompletionsStream(t *testing.T) {
	s := serve(t)
	answer := post(t, t.Context(), s.URL()+"/v1/chat/completions", completionsAsk+`slow 0.5"}]}`)
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(string(body), "data: [DONE]\n\n") {
		t.Errorf("the stream ends with %q", tailOf(string(body), 60))
	}
	all, err := streamed(strings.NewReader(string(body)))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, v := range all {
		for _, c := range v["choices"].([]any) {
			delta := c.(map[string]any)["delta"].(map[string]any)
			if s, ok := delta["content"].(string); ok {
				text.WriteString(s)
			}
		}
	}
	if text.String() != "word1 word2 " {
		t.Errorf("text %q", text.String())
	}
}

func tailOf(s string, n int) string { return s[max(0, len(s)-n):] }

func TestEventsTellWhatArrived(t *testing.T) {
	s := serve(t)
	text := strings.Repeat("a line of a long message\n", 4000) + "END"
	mark := s.Mark()
	if _, err := streamed(post(t, t.Context(), s.URL()+"/v1/messages", ask(text)).Body); err != nil {
		t.Fatal(err)
	}
	e, err := s.Wait(t.Context(), mark, func(e Event) bool { return e.Kind == Done })
	if err != nil {
		t.Fatal(err)
	}
	if e.SHA256 != digest(text) || e.Side || e.Request != 1 {
		t.Errorf("event %+v", e)
	}
	var kinds []Kind
	for _, e := range s.Events(0) {
		kinds = append(kinds, e.Kind)
	}
	if diff := cmp.Diff([]Kind{Requested, First, Done}, kinds); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

func TestAHangUpIsTold(t *testing.T) {
	s := serve(t)
	ctx, hangUp := context.WithCancel(t.Context())
	post(t, ctx, s.URL()+"/v1/messages", ask("slow 60"))
	if _, err := s.Wait(t.Context(), 0, func(e Event) bool { return e.Kind == First }); err != nil {
		t.Fatal(err)
	}
	hangUp()
	if _, err := s.Wait(t.Context(), 0, func(e Event) bool { return e.Kind == Aborted }); err != nil {
		t.Fatal(err)
	}
}

func TestADropCutsTheConnection(t *testing.T) {
	s := serve(t)
	if _, err := streamed(post(t, t.Context(), s.URL()+"/v1/messages", ask("drop 0.2")).Body); err == nil {
		t.Error("the answer ended well")
	}
}

func TestErrorsAndStrangers(t *testing.T) {
	s := serve(t)
	for _, tt := range []struct {
		path, body string
		status     int
	}{
		{"/v1/messages", ask("error 529 1"), 529},
		{"/v1/messages", ask("error 529 1"), http.StatusOK},
		{"/v1/messages", "no JSON", http.StatusBadRequest},
		{"/v1/embeddings", "{}", http.StatusNotFound},
		{"/v1/messages/count_tokens", "{}", http.StatusOK},
	} {
		if got := post(t, t.Context(), s.URL()+tt.path, tt.body).StatusCode; got != tt.status {
			t.Errorf("%s %q: status %d, want %d", tt.path, tt.body, got, tt.status)
		}
	}
}

func TestAnswersInOnePiece(t *testing.T) {
	s := serve(t)
	for path, body := range map[string]string{
		"/v1/messages":         strings.Replace(ask("tool ls"), `"stream":true,`, "", 1),
		"/v1/responses":        strings.Replace(responsesAsk+`hello"}`, `"stream":true,`, "", 1),
		"/v1/chat/completions": strings.Replace(completionsAsk+`tool ls"}]}`, `"stream":true,`, "", 1),
	} {
		var v map[string]any
		if err := json.NewDecoder(post(t, t.Context(), s.URL()+path, body).Body).Decode(&v); err != nil || v["id"] == nil {
			t.Errorf("%s: %v, %v", path, v, err)
		}
	}
}

func TestAWaitEndsWithItsContext(t *testing.T) {
	s := serve(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := s.Wait(ctx, 0, func(Event) bool { return true }); err == nil {
		t.Error("nothing happened, and yet the wait ended well")
	}
}
