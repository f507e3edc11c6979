package e2e

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// cpuTicks is the processor time that a process has used, in clock ticks.
func cpuTicks(t testing.TB, pid int) int {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
	user, err := strconv.Atoi(fields[11])
	if err != nil {
		t.Fatal(err)
	}
	system, err := strconv.Atoi(fields[12])
	if err != nil {
		t.Fatal(err)
	}
	return user + system
}

// residentKB is the memory of a process that is in use, shared pages counted in
// proportion.
func residentKB(t testing.TB, pid int) int { return procNumber(t, pid, "smaps_rollup", "Pss:") }

// threads is how many threads a process has.
func threads(t testing.TB, pid int) int { return procNumber(t, pid, "status", "Threads:") }

func procNumber(t testing.TB, pid int, file, name string) int {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, file))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(b), "\n") {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == name {
			n, err := strconv.Atoi(fields[1])
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatalf("%s of process %d has no %s", file, pid, name)
	return 0
}

// descriptors is how many files a process has open.
func descriptors(t testing.TB, pid int) int {
	t.Helper()
	all, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		t.Fatal(err)
	}
	return len(all)
}
