package proc

import (
	"bytes"
	"encoding/binary"
)

// parseArgs reads what macOS tells about a process's start (KERN_PROCARGS2):
//
//	argc (int32, native) · path of the program · NULs · argc arguments · environment
//
// every string NUL-terminated, the environment ended by an empty one. It lives
// here rather than with the system call so that it is tested everywhere.
func parseArgs(b []byte) (argv, env []string) {
	if len(b) < 4 {
		return nil, nil
	}
	argc := int(int32(binary.NativeEndian.Uint32(b)))
	_, b, found := bytes.Cut(b[4:], []byte{0})
	if !found {
		return nil, nil
	}
	b = bytes.TrimLeft(b, "\x00")
	for len(b) > 0 {
		entry, rest, _ := bytes.Cut(b, []byte{0})
		b = rest
		switch {
		case len(argv) < argc:
			argv = append(argv, string(entry))
		case len(entry) == 0:
			return argv, env
		default:
			env = append(env, string(entry))
		}
	}
	return argv, env
}
