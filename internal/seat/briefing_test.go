package seat

import (
	"strings"
	"testing"
)

func TestBriefingNamesTheSeatAndEndsWithTheRegion(t *testing.T) {
	id := Identity{Node: "n1", Agent: "local:planner"}
	got := Briefing(id, "Write tests first.")
	for _, want := range []string{`"local:planner"`, `"n1"`, "junto onboard", "at most twice"} {
		if !strings.Contains(got, want) {
			t.Errorf("it does not say %s:\n%s", want, got)
		}
	}
	if !strings.HasSuffix(got, "\n\nWrite tests first.\n") {
		t.Errorf("the region's instruction is not last:\n%s", got)
	}
	if got := Briefing(id, ""); strings.Contains(got, "region") {
		t.Errorf("it tells of a region where there is none:\n%s", got)
	}
}
