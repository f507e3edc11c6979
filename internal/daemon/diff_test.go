package daemon

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/store"
)

func TestCommentsBecomeOneMessage(t *testing.T) {
	got, err := reviewText(api.DiffCommentIn{Terminal: 7, Comments: []api.DiffComment{
		{Path: "main.go", Line: 12, To: 13, Quote: "x := 1\ny := 2\n", Text: " Why both? "},
		{Path: "old.go", Line: 3, Old: true, Text: "Keep this."},
		{Path: "new.go", Text: "Tests?"},
	}})
	want := `Review comments on your changes:

1. main.go:12-13
> x := 1
> y := 2
Why both?

2. old.go:3 (as it was before)
Keep this.

3. new.go
Tests?`
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

func TestCommentsThatSayNothingAreRefused(t *testing.T) {
	for name, comments := range map[string][]api.DiffComment{
		"none":     {},
		"empty":    {{Path: "a", Line: 1, Text: " "}},
		"too long": {{Path: "a", Line: 1, Text: strings.Repeat("x", api.MaxComment+1)}},
		"too many": make([]api.DiffComment, api.MaxComments+1),
	} {
		if _, err := reviewText(api.DiffCommentIn{Comments: comments}); !fault.Is(err, fault.Input) {
			t.Errorf("%s: got %v, want an input fault", name, err)
		}
	}
}

func TestOnlyAProvedSessionIsResumed(t *testing.T) {
	for name, c := range map[string]struct {
		e    store.Ended
		want string // empty: refused
	}{
		"proved":              {store.Ended{Agent: "claude", Session: "0b1c"}, "claude --resume 0b1c"},
		"with an odd id":      {store.Ended{Agent: "pi", Session: "it's; rm"}, `pi --session 'it'\''s; rm'`},
		"not proved":          {store.Ended{Agent: "claude"}, ""},
		"no agent":            {store.Ended{}, ""},
		"that Jun has forgot": {store.Ended{Agent: "other", Session: "1"}, ""},
	} {
		got, err := resumeCommand(c.e)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: got %q, %v; want %q", name, got, err, c.want)
		}
	}
}
