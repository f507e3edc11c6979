package feed

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/store"
	"junto/internal/workspace"
)

func TestMain(m *testing.M) {
	// Each step of the property test is a transaction; its default of 100 walks
	// would take most of a minute under the race detector.
	if err := flag.Set("rapid.checks", "20"); err != nil {
		panic(err)
	}
	goleak.VerifyTestMain(m)
}

// links knows terminals 7 (of web) and 8 (of no project), and the file /f.
type links struct{}

func (links) ProjectOf(_ context.Context, r workspace.Resource) (string, error) {
	switch r.String() {
	case "terminal:7", "diff:7", "project:web":
		return "web", nil
	case "terminal:8", "file:/f":
		return "", nil
	}
	return "", fault.New(fault.UnknownTarget, "%s does not exist", r).Next("look again")
}

type fixture struct {
	*Feed
	store *store.Store
	now   time.Time
	told  []Change
}

func newFeed(t *testing.T, home string) *fixture {
	t.Helper()
	s, err := store.Open(context.Background(), home, slog.New(slog.DiscardHandler))
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	run, err := s.EnterRun(context.Background(), "k", time.Unix(0, 0))
	must(t, err)
	f := &fixture{store: s, now: time.Date(2026, 11, 5, 11, 30, 0, 123456789, time.UTC)}
	f.Feed = New(Options{
		Store: s, Run: run.ID, Links: links{}, Publish: func(c Change) { f.told = append(f.told, c) },
		Now: func() time.Time { return f.now }, Zone: time.FixedZone("", 8*3600), Log: slog.New(slog.DiscardHandler),
	})
	return f
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (f *fixture) send(t *testing.T, in api.MessageIn) int {
	t.Helper()
	id, err := f.Send(t.Context(), in, "/dir")
	must(t, err)
	return id
}

func (f *fixture) list(t *testing.T) []api.Message {
	t.Helper()
	list, err := f.List(t.Context())
	must(t, err)
	return list
}

// TestTheDocumentsExample follows the example of the document to its JSON.
func TestTheDocumentsExample(t *testing.T) {
	f := newFeed(t, t.TempDir())
	for range 11 {
		f.send(t, api.MessageIn{Text: "x"})
	}
	id := f.send(t, api.MessageIn{Title: "Asks to open a PR", Kind: "ask", Link: "terminal:7", Text: "I suggest yes."})
	f.now = f.now.Add(2 * time.Minute)
	must(t, f.Update(t.Context(), api.MessageUpdateIn{ID: id, Kind: "done", Text: "You agreed; it goes on."}))
	got, err := json.Marshal(f.list(t)[0])
	must(t, err)
	want := `{"id":12,"time":"2026-11-05T19:30:00+08:00","kind":"done","title":"Asks to open a PR","text":"I suggest yes.",` +
		`"project":"web","link":"terminal:7","replies":[{"time":"2026-11-05T19:32:00+08:00","text":"You agreed; it goes on."}]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	plain, err := json.Marshal(f.list(t)[1])
	must(t, err)
	if want := `{"id":11,"time":"2026-11-05T19:30:00+08:00","kind":"info","text":"x"}`; string(plain) != want {
		t.Errorf("got  %s\nwant %s", plain, want)
	}
}

func TestSendRefuses(t *testing.T) {
	f := newFeed(t, t.TempDir())
	for _, c := range []struct {
		name string
		in   api.MessageIn
		want fault.Type // empty: accepted
	}{
		{"nothing", api.MessageIn{}, fault.Usage},
		{"blanks", api.MessageIn{Title: " ", Text: " \n\n"}, fault.Usage},
		{"line breaks only", api.MessageIn{Text: "\r\n\n"}, fault.Usage},
		{"a title alone", api.MessageIn{Title: "t"}, ""},
		{"a title of 200 bytes", api.MessageIn{Title: strings.Repeat("t", 200)}, ""},
		{"a title of 201 bytes", api.MessageIn{Title: strings.Repeat("t", 201)}, fault.Usage},
		{"a title of 201 bytes in fewer characters", api.MessageIn{Title: strings.Repeat("ü", 100) + "t"}, fault.Usage},
		{"a title of two lines", api.MessageIn{Title: "a\nb"}, fault.Usage},
		{"a title of two lines for a page", api.MessageIn{Title: "a\u2028b"}, fault.Usage},
		{"a text of 4 KiB and a line break", api.MessageIn{Text: strings.Repeat("x", 4096) + "\n"}, ""},
		{"a text of 4 KiB and a byte", api.MessageIn{Text: strings.Repeat("x", 4097)}, fault.Usage},
		{"an unknown kind", api.MessageIn{Text: "x", Kind: "urgent"}, fault.Usage},
		{"a kind of another case", api.MessageIn{Text: "x", Kind: "Ask"}, fault.Usage},
		{"a link that is none", api.MessageIn{Text: "x", Link: "https://x"}, fault.Usage},
		{"a link to peek", api.MessageIn{Text: "x", Link: "peek"}, fault.Usage},
		{"a link to a perspective", api.MessageIn{Text: "x", Link: "perspective:Main"}, fault.Usage},
		{"a terminal that is not there", api.MessageIn{Text: "x", Link: "terminal:9"}, fault.UnknownTarget},
		{"a terminal in no worktree", api.MessageIn{Text: "x", Link: "diff:8"}, fault.UnknownTarget},
		{"a project that is not there", api.MessageIn{Text: "x", Link: "project:x"}, fault.UnknownTarget},
		{"a file that is not there", api.MessageIn{Text: "x", Link: "file:nothing"}, fault.UnknownTarget},
		{"a file by a relative path", api.MessageIn{Text: "x", Link: "file:../f"}, ""},
	} {
		before := len(f.list(t))
		_, err := f.Send(t.Context(), c.in, "/dir")
		x, _ := fault.As(err)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (x == nil || x.Type != c.want || x.NextStep == ""):
			t.Errorf("%s: got %v, want %s with a next step", c.name, err, c.want)
		case c.want != "" && len(f.list(t)) != before:
			t.Errorf("%s: was refused and is shown", c.name)
		}
	}
	if got := f.list(t)[0]; got.Link != "file:/f" || got.Project != "" {
		t.Errorf("a relative link is kept as %+v", got)
	}
}

func TestTexts(t *testing.T) {
	f := newFeed(t, t.TempDir())
	f.send(t, api.MessageIn{Text: "  a\r\nb \r\n\n"})
	if got := f.list(t)[0].Text; got != "  a\r\nb " {
		t.Errorf("the text is %q", got)
	}
}

func TestUpdateRefuses(t *testing.T) {
	f := newFeed(t, t.TempDir())
	id := f.send(t, api.MessageIn{Text: "x"})
	for _, c := range []struct {
		name string
		in   api.MessageUpdateIn
		want fault.Type
	}{
		{"nothing", api.MessageUpdateIn{ID: id}, fault.Usage},
		{"line breaks only", api.MessageUpdateIn{ID: id, Text: "\n"}, fault.Usage},
		{"an unknown kind", api.MessageUpdateIn{ID: id, Kind: "x"}, fault.Usage},
		{"a long text", api.MessageUpdateIn{ID: id, Text: strings.Repeat("x", 4097)}, fault.Usage},
		{"no such message", api.MessageUpdateIn{ID: 99, Kind: "done"}, fault.UnknownTarget},
		{"message 0", api.MessageUpdateIn{ID: 0, Kind: "done"}, fault.UnknownTarget},
	} {
		x, _ := fault.As(f.Update(t.Context(), c.in))
		if x == nil || x.Type != c.want || x.NextStep == "" {
			t.Errorf("%s: got %v, want %s with a next step", c.name, x, c.want)
		}
	}
	for range api.MaxMessages {
		f.send(t, api.MessageIn{Text: "x"})
	}
	x, _ := fault.As(f.Update(t.Context(), api.MessageUpdateIn{ID: id, Kind: "done"}))
	if x == nil || x.Type != fault.StaleNodeRef {
		t.Errorf("a message that is no longer kept: got %v", x)
	}
	if fault.ExitStatus(x) != 1 {
		t.Errorf("exit status %d, want 1", fault.ExitStatus(x))
	}
}

func TestMessagesOutliveTheDaemonAndEndWithTheRun(t *testing.T) {
	home := t.TempDir()
	f := newFeed(t, home)
	f.send(t, api.MessageIn{Text: "x"})
	want := f.list(t)
	must(t, f.store.Close())

	f = newFeed(t, home)
	if diff := cmp.Diff(want, f.list(t)); diff != "" {
		t.Errorf("after a restart (-want +got):\n%s", diff)
	}
	must(t, f.store.EndRun(t.Context(), f.now))
	must(t, f.store.Close())

	f = newFeed(t, home)
	if got := f.list(t); len(got) != 0 {
		t.Errorf("after a quit: %v", got)
	}
	if id := f.send(t, api.MessageIn{Text: "y"}); id != 1 {
		t.Errorf("the first id is %d", id)
	}
}

// TestPublishedChangesAddUpToThePage plays random calls; whoever applies what is
// told has what the page would read.
func TestPublishedChangesAddUpToThePage(t *testing.T) {
	f := newFeed(t, t.TempDir())
	rapid.Check(t, func(t *rapid.T) {
		ctx := context.Background()
		if err := f.store.EndRun(ctx, f.now); err != nil {
			t.Fatal(err)
		}
		run, err := f.store.EnterRun(ctx, "k", f.now)
		if err != nil {
			t.Fatal(err)
		}
		f.o.Run, f.told = run.ID, nil
		page, order := map[int]api.PageMessage{}, []int{}
		id := rapid.IntRange(1, 5)
		t.Repeat(map[string]func(*rapid.T){
			"send":  func(t *rapid.T) { fine(t, 0, sent(f.Send(ctx, api.MessageIn{Text: "x"}, "/"))) },
			"reply": func(t *rapid.T) { fine(t, 1, f.Update(ctx, api.MessageUpdateIn{ID: id.Draw(t, "id"), Text: "r"})) },
			"kind":  func(t *rapid.T) { fine(t, 1, f.Update(ctx, api.MessageUpdateIn{ID: id.Draw(t, "id"), Kind: "done"})) },
			"read":  func(t *rapid.T) { fine(t, 0, f.Read(ctx, api.MessageReadIn{IDs: []int{id.Draw(t, "id")}})) },
			"": func(t *rapid.T) {
				for _, c := range f.told {
					for _, m := range c.Changed {
						page[m.ID] = m
					}
					for _, id := range c.Gone {
						delete(page, id)
					}
					order = c.Order
				}
				f.told = nil
				want, err := f.Page(ctx)
				fine(t, 0, err)
				got := []api.PageMessage{}
				for _, id := range order {
					got = append(got, page[id])
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Fatalf("(-page +told):\n%s", diff)
				}
			},
		})
	})
}

func sent(_ int, err error) error { return err }

// fine fails on an error that is none of the faults with the exit status.
func fine(t *rapid.T, status int, err error) {
	if _, ok := fault.As(err); err != nil && (!ok || fault.ExitStatus(err) != status) {
		t.Fatal(err)
	}
}

func TestReadMarksAreTold(t *testing.T) {
	f := newFeed(t, t.TempDir())
	a, b := f.send(t, api.MessageIn{Text: "a"}), f.send(t, api.MessageIn{Text: "b"})
	f.told = nil
	must(t, f.Read(t.Context(), api.MessageReadIn{}))
	if len(f.told) != 1 || len(f.told[0].Changed) != 2 || f.told[0].Changed[0].Unread {
		t.Errorf("told %+v", f.told)
	}
	must(t, f.Read(t.Context(), api.MessageReadIn{IDs: []int{a, b}}))
	if len(f.told) != 1 {
		t.Errorf("reading again was told: %+v", f.told[1:])
	}
	must(t, f.Update(t.Context(), api.MessageUpdateIn{ID: a, Text: "reply"}))
	if last := f.told[len(f.told)-1]; !last.Changed[0].Unread || !slices.Equal(last.Order, []int{a, b}) {
		t.Errorf("after a reply: %+v", last)
	}
}

// FuzzParse checks that what is accepted is within the document's limits.
func FuzzParse(f *testing.F) {
	f.Add("title", "ask", "terminal:7", "text\n")
	f.Add("", "", "", "\r\n")
	f.Add("a\u0085b", "done", "file:x", "")
	f.Add("a\xffb", "done", "", "\xff")
	f.Fuzz(func(t *testing.T, title, kind, link, text string) {
		d, err := parseDraft(api.MessageIn{Title: title, Kind: kind, Link: link, Text: text}, "/dir")
		if err != nil {
			if x, ok := fault.As(err); !ok || x.Type != fault.Usage {
				t.Fatalf("%v is no usage fault", err)
			}
			return
		}
		if len(d.title) > 200 || len(d.text) > 4096 || strings.ContainsAny(d.title, "\n\r\u0085") || !utf8.ValidString(d.title+d.text) || d.title+d.text == "" {
			t.Fatalf("%q %q was accepted", d.title, d.text)
		}
		if strings.HasSuffix(d.text, "\n") || !slices.Contains(kinds, d.kind) || (link != "") == d.link.IsZero() {
			t.Fatalf("%+v was accepted", d)
		}
	})
}

func BenchmarkListFull(b *testing.B) {
	home := b.TempDir()
	s, err := store.Open(b.Context(), home, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	run, err := s.EnterRun(b.Context(), "k", time.Unix(0, 0))
	if err != nil {
		b.Fatal(err)
	}
	f := New(Options{Store: s, Run: run.ID, Links: links{}, Now: time.Now, Zone: time.UTC, Log: slog.New(slog.DiscardHandler)})
	for i := range api.MaxMessages {
		if _, err := f.Send(b.Context(), api.MessageIn{Text: fmt.Sprint("message ", i)}, "/"); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := f.List(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
