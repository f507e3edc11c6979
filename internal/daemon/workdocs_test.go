package daemon

import (
	"slices"
	"strings"
	"testing"

	"junto/internal/fault"
	"junto/internal/physics"
	"junto/internal/seat"
)

// The reference leaves nothing out that the program has.
func TestTheReferenceIsWhole(t *testing.T) {
	text := reference()
	for _, k := range physics.Kinds() {
		if k.Built && (depth[k.Kind] == "" || !strings.Contains(text, depth[k.Kind])) {
			t.Errorf("the reference says nothing of %s", k.Kind)
		}
	}
	var shown []string
	for _, g := range glances {
		shown = append(shown, string(g.glance))
	}
	for _, g := range seat.Glance("").Values() {
		if !slices.Contains(shown, g) {
			t.Errorf("the reference says nothing of the state %s", g)
		}
	}
	var told []fault.Type
	for _, e := range errorFamily {
		told = append(told, e.typ)
	}
	for _, e := range fault.Family() {
		if !slices.Contains(told, e) {
			t.Errorf("the reference says nothing of %s", e)
		}
	}
	if len(told) != len(fault.Family()) {
		t.Errorf("the reference has errors that are not of the family: %v", told)
	}
	for _, c := range workTable() {
		if !strings.Contains(text, "### junto "+c.Words()+"\n") {
			t.Errorf("the reference says nothing of %s", c.Name)
		}
	}
}
