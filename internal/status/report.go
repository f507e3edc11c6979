package status

import (
	"encoding/base64"
	"slices"
	"strings"

	"junto/internal/harness"
)

// report is one record of the Program Status Protocol (OSC 7501).
type report struct {
	id    string // empty: the root record
	state string
	app   string
	kind  string
	msg   string
}

const (
	// Limits of the protocol for a record's id.
	maxID     = 128
	maxLevels = 8
	// maxChildren bounds what a hostile program can make a terminal keep;
	// agents have a handful of subagents.
	maxChildren = 64
)

// reports are the records in force. The slice is never changed in place: a
// State is a value and an old one must stay as it was.
type reports struct {
	root     report
	left     bool // the root record was cleared, and none followed
	children []report
}

// take adds a report, replacing its record whole.
func (rs reports) take(t *harness.Template, body string) reports {
	r, ok := parseReport(body)
	if !ok || r.app != "" && len(t.Program.Apps) > 0 && !slices.Contains(t.Program.Apps, r.app) {
		return rs
	}
	if r.id == "" {
		if r.state == "clear" {
			return reports{left: true}
		}
		rs.root, rs.left = r, false
		return rs
	}
	rs.children = slices.DeleteFunc(slices.Clone(rs.children), func(c report) bool {
		return c.id == r.id || r.state == "clear" && strings.HasPrefix(c.id, r.id+"/")
	})
	if r.state != "clear" && len(rs.children) < maxChildren {
		rs.children = append(rs.children, r)
	}
	return rs
}

// parseReport reads the body of an OSC 7501. A query ("?") and what the
// protocol does not allow are no reports.
func parseReport(body string) (report, bool) {
	var r report
	for pair := range strings.SplitSeq(body, ":") {
		key, value, ok := strings.Cut(pair, "=")
		if !ok {
			return report{}, false
		}
		switch key {
		case "state":
			r.state = value
		case "app":
			r.app = value
		case "kind":
			r.kind = value
		case "id":
			r.id = value
		case "msg":
			r.msg = decodeText(value)
		}
	}
	known := slices.Contains([]string{"idle", "working", "blocked", "done", "error", "clear"}, r.state)
	return r, known && len(r.id) <= maxID && strings.Count(r.id, "/") < maxLevels
}

func decodeText(s string) string {
	b, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(s, "="))
	if err != nil {
		return ""
	}
	return strings.ToValidUTF8(string(b), "")
}

// weigh judges by the reports. A root record decides; a blocked child counts
// too, since its dialog is in the same terminal.
func (rs reports) weigh(t *harness.Template, s sight) (evidence, bool) {
	for _, c := range rs.children {
		if c.state == "blocked" {
			return c.evidence(Waiting, ""), true
		}
	}
	r := rs.root
	switch r.state {
	case "":
		return evidence{}, false
	case "blocked":
		return r.evidence(Waiting, ""), true
	}
	if f := s.unreported(); s.has(f) {
		return onScreen(Status(f.Shows), f), true
	}
	if r.state == "working" {
		if bg := t.Program.Background; bg != nil && bg.MatchString(r.msg) {
			return r.evidence(Idle, ", so only background work is left and the prompt takes input"), true
		}
		return r.evidence(Working, ""), true
	}
	return r.evidence(Idle, ""), true
}

func (r report) evidence(st Status, more string) evidence {
	who := "it"
	if r.id != "" {
		who = "its task " + quote(r.id)
	}
	why := who + " reported " + r.state
	if r.kind != "" {
		why += " (" + strings.Trim(quote(r.kind), `"`) + ")"
	}
	why += " over OSC 7501"
	src := why
	if r.msg != "" {
		why += ": " + quote(r.msg)
	}
	return evidence{status: st, source: src, because: why + more}
}
