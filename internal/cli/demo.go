package cli

import "context"

var demoRows = []command{{
	words:  "demo-agent",
	parts:  []part{{kind: passed, name: "option"}},
	prints: "Runs a small program that behaves as a coding agent, for tests and trials",
	notes:  "Its options are its own: jun demo-agent -- --help prints them",
	run:    plain(runDemo),
}}

func runDemo(_ context.Context, g given, _ Streams) error {
	return becomeJund(append([]string{"demo-agent"}, g.tail...)...)
}
