package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"

	"junto/internal/fault"
	"junto/internal/status"
)

// explainCast replays a recording through the code that watches terminals, and
// prints a line for each change of the agent's status.
func explainCast(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("explain-cast", flag.ContinueOnError)
	flags.SetOutput(stderr)
	agent := flags.String("agent", "", "the agent that the recording shows")
	asJSON := flags.Bool("json", false, "a JSON line per change")
	if err := flags.Parse(args); err != nil || flags.NArg() != 1 {
		fmt.Fprintln(stderr, "usage: jun explain --cast FILE [--agent NAME] [--json]")
		return fault.ExitUsage
	}
	file := flags.Arg(0)
	f, err := os.Open(file)
	if err != nil {
		return report("jun", fault.New(fault.UnknownTarget, "%s cannot be read: %s", file, err).Next("give an asciicast v2 file"))
	}
	defer f.Close()
	lines, err := status.Replay(f, *agent)
	if err != nil {
		return report("jun", err)
	}
	for _, l := range lines {
		if *asJSON {
			if err := json.NewEncoder(stdout).Encode(l); err != nil {
				return report("jun", err)
			}
			continue
		}
		fmt.Fprintf(stdout, "%8.2f  %-8s %-8s %s\n", l.T, l.Agent, l.Status, l.Because)
	}
	return fault.ExitDone
}
