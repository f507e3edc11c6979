package cli

import (
	"context"
	"strconv"
)

// detachKey is package outer's, which a thin client cannot link; a test holds the
// two together.
const detachKey = `Ctrl-\ twice`

var attachRows = []command{{
	words:  "attach",
	parts:  []part{{kind: required, name: "id"}},
	prints: "Shows a terminal of Jun's in this terminal, until " + detachKey + " or its end",
	run:    bound[attachOptions]{parseAttach, attachOptions.run},
}}

type attachOptions struct{ id int }

func parseAttach(g given, _ Streams) (o attachOptions, err error) {
	o.id, err = g.id(g.arg(0))
	return o, err
}

// run becomes the program that attaches: it handles signals and a terminal's
// modes, which every other call would pay for.
func (o attachOptions) run(context.Context, Streams) error {
	socket, err := homeSocket()
	if err != nil {
		return err
	}
	return becomeJund("attach", socket, strconv.Itoa(o.id))
}
