package proc

import (
	"bytes"
	"fmt"
	"strconv"
)

// Fields of /proc/<pid>/stat after the name, counted from the state as 0.
const (
	statState      = 0
	statPPID       = 1
	statPGID       = 2
	statSID        = 3
	statTTY        = 4
	statForeground = 5
	statThreads    = 17
	statStart      = 19
	statNeeded     = statStart + 1
)

// parseStat reads the text of /proc/<pid>/stat:
//
//	4242 (a (very) odd name) S 1 4242 4242 34817 4242 …
//
// The name is whatever the program chose, up to 15 bytes of anything: spaces,
// parentheses and line breaks too. No field after it holds a parenthesis, so
// the name ends at the last one. The second result is the number of threads.
func parseStat(text []byte) (Info, int, error) {
	open, end := bytes.IndexByte(text, '('), bytes.LastIndexByte(text, ')')
	if open < 0 || end < open {
		return Info{}, 0, fmt.Errorf("stat line %.40q has no name", text)
	}
	pid, err := strconv.Atoi(string(bytes.TrimSpace(text[:open])))
	if err != nil || pid <= 0 {
		return Info{}, 0, fmt.Errorf("stat line %.40q has no pid", text)
	}
	fields := bytes.Fields(text[end+1:])
	if len(fields) < statNeeded {
		return Info{}, 0, fmt.Errorf("stat line of %d has %d fields after the name, %d are needed", pid, len(fields), statNeeded)
	}
	p := numbers{fields: fields}
	info := Info{
		PID:        pid,
		PPID:       p.number(statPPID),
		PGID:       p.number(statPGID),
		SID:        p.number(statSID),
		TTY:        uint64(uint32(p.number(statTTY))), // printed signed
		Foreground: p.number(statForeground),
		Start:      StartKey(p.unsigned(statStart)),
		Name:       string(text[open+1 : end]),
		Zombie:     fields[statState][0] == 'Z' || fields[statState][0] == 'X',
	}
	threads := p.number(statThreads)
	if p.err != nil {
		return Info{}, 0, fmt.Errorf("stat line of %d: %w", pid, p.err)
	}
	return info, threads, nil
}

// numbers parses fields and keeps the first error.
type numbers struct {
	fields [][]byte
	err    error
}

func (n *numbers) number(field int) int {
	v, err := strconv.ParseInt(string(n.fields[field]), 10, 32)
	if err != nil && n.err == nil {
		n.err = fmt.Errorf("field %d: %w", field, err)
	}
	return int(v)
}

func (n *numbers) unsigned(field int) uint64 {
	v, err := strconv.ParseUint(string(n.fields[field]), 10, 64)
	if err != nil && n.err == nil {
		n.err = fmt.Errorf("field %d: %w", field, err)
	}
	return v
}
