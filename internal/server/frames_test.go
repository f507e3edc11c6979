package server

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"testing"

	"junto/internal/api"
	"junto/internal/fault"
)

// Whatever comes in at a socket is read as lines, and each as a request or as a
// fault that says what is wrong.
func FuzzRequests(f *testing.F) {
	f.Add([]byte("{\"token\":\"x\"}\n{\"id\":1,\"call\":\"ping\"}\n"))
	f.Add([]byte("{\"id\":1,\"call\":\"msg.send\",\"input\":{\"target\":\"a\",\"text\":\"\\u0000\"}}\n{\"id\":2"))
	f.Add([]byte("\n\n{}\r\n[1]\n\"x\"\n{\"id\":1,\"id\":2,\"call\":\"a\"}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		lines, read := bufio.NewReader(bytes.NewReader(data)), 0
		for {
			line, err := readLine(lines)
			if err != nil {
				if _, ok := fault.As(err); !ok && !errors.Is(err, io.EOF) {
					t.Fatalf("%v is no fault", err)
				}
				return
			}
			if read += len(line) + 1; read > len(data) || bytes.ContainsRune(line, '\n') {
				t.Fatalf("%q is no line of %q", line, data)
			}
			var r request
			if err := api.Decode(line, &r); err != nil {
				if f, ok := fault.As(err); !ok || f.Message == "" {
					t.Fatalf("%q: %v is no fault", line, err)
				}
			}
		}
	})
}
