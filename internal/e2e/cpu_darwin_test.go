package e2e

import "testing"

// cpuTicks is not read here: the figure is only logged.
func cpuTicks(*testing.T, int) int { return 0 }
