package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"junto/internal/fault"
	"junto/internal/status"
)

// explainCast replays a recording through the code that watches terminals, and
// prints a line for each change of the agent's status.
func explainCast(args []string, stdout, stderr io.Writer) int {
	var file, agent string
	asJSON := false
	for len(args) > 0 {
		switch {
		case args[0] == "--json":
			asJSON = true
			args = args[1:]
		case args[0] == "--agent" && len(args) > 1:
			agent, args = args[1], args[2:]
		case args[0] == "--cast" && len(args) > 1:
			file, args = args[1], args[2:]
		default:
			file, args = "", nil
		}
	}
	if file == "" {
		fmt.Fprintln(stderr, "usage: jun explain --cast FILE [--agent NAME] [--json]")
		return fault.ExitUsage
	}
	f, err := os.Open(file)
	if err != nil {
		return report(fault.New(fault.UnknownTarget, "%s cannot be read: %s", file, err).Next("give an asciicast v2 file"))
	}
	defer f.Close()
	lines, err := status.Replay(f, agent)
	if err != nil {
		return report(err)
	}
	for _, l := range lines {
		if asJSON {
			if err := json.NewEncoder(stdout).Encode(l); err != nil {
				return report(err)
			}
			continue
		}
		fmt.Fprintf(stdout, "%8.2f  %-8s %-8s %s\n", l.T, l.Agent, l.Status, l.Because)
	}
	return fault.ExitDone
}
