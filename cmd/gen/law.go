package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"junto/internal/canvas"
	"junto/internal/physics"
)

// kindFacts and verbRule are the law's tables as the page has them.
type (
	kindFacts struct {
		Kind   string         `json:"kind"`
		Type   canvas.Type    `json:"type"`
		Entity bool           `json:"entity"`
		Role   physics.Role   `json:"role"`
		Offers []physics.Port `json:"offers"`
		Built  bool           `json:"built"`
		Is     string         `json:"is"`
	}
	verbRule struct {
		From     string         `json:"from"`
		To       string         `json:"to"`
		Verb     string         `json:"verb"`
		Forward  []physics.Port `json:"forward"`
		Back     []physics.Port `json:"back"`
		Sentence string         `json:"sentence"`
	}
)

// limits are those of a document.
type limits struct {
	Nodes      int `json:"nodes"`
	Edges      int `json:"edges"`
	Text       int `json:"text"`
	String     int `json:"string"`
	ID         int `json:"id"`
	Coordinate int `json:"coordinate"`
	Bytes      int `json:"bytes"`
}

// law writes the tables that the page draws by, so that it guesses no rule.
func law(b *strings.Builder) {
	var kinds []kindFacts
	for _, k := range physics.Kinds() {
		kinds = append(kinds, kindFacts{string(k.Kind), k.Type, k.Entity, k.Role, k.Offers.List(), k.Built, k.Is})
	}
	var rules []verbRule
	for _, r := range physics.Rules() {
		rules = append(rules, verbRule{string(r.From), string(r.To), string(r.Verb), r.Forward.List(), r.Back.List(), r.Sentence})
	}
	constant(b, "What the law says of each kind. A kind that is not listed is geography, and may be created.", "KINDS", "readonly KindFacts[]", lines(kinds))
	constant(b, "Which kinds may be joined by which verb: one edge a pair, and whichever way it was drawn. Other pairs are refused.", "RULES", "readonly VerbRule[]", lines(rules))
	constant(b, "The agent programs that a document may name. That one is named here does not say that it is installed.", "HARNESSES", "readonly string[]", inline(canvas.Harnesses()))
	constant(b, "The limits of a document: counts, bytes, and pixels from the origin.", "LIMITS", "Limits", inline(limits{
		canvas.MaxNodes, canvas.MaxEdges, canvas.MaxText, canvas.MaxString, canvas.MaxID, canvas.MaxCoordinate, canvas.MaxBytes,
	}))
}

func constant(b *strings.Builder, about, name, typ, value string) {
	fmt.Fprintf(b, "\n/** %s */\nexport const %s: %s = %s;\n", about, name, typ, value)
}

func lines[T any](rows []T) string {
	var b strings.Builder
	b.WriteString("[\n")
	for _, r := range rows {
		b.WriteString("  " + inline(r) + ",\n")
	}
	b.WriteString("]")
	return b.String()
}

func inline(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // the tables are strings and numbers
	}
	return string(data)
}
