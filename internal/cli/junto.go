package cli

import (
	"io"

	"junto/internal/fault"
)

// Junto runs `junto` with the words after its name, and returns the exit
// status. This build has no canvas, and it says so.
func Junto(words []string, s Streams) int {
	if len(words) == 1 && words[0] == "--version" {
		if err := printVersion(s.Out, "junto"); err != nil {
			return fault.ExitRefused
		}
		return fault.ExitDone
	}
	_, _ = io.WriteString(s.Err, `junto: the work CLI of agents on a canvas: seats, edges and mail. This build has no canvas yet
hint: for terminals, messages and the rest of Jun: jun tool help
`) // there is nowhere left to say that this failed
	return fault.ExitRefused
}
