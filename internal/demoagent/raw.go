package demoagent

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// rawCat writes exactly the bytes that it reads to a file, so that a test can
// compare sums. It obeys the modes about reading and about bracketed paste, and
// ends at the end of its input, at a signal, or after o.count bytes.
func rawCat(o options, log *logFile, stdin *os.File, stdout io.Writer) (err error) {
	file, err := os.OpenFile(o.rawCat, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("open the file to write: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if saved, rawErr := makeRaw(int(stdin.Fd())); rawErr == nil { // a pipe will do as well
		defer func() { err = errors.Join(err, restore(int(stdin.Fd()), saved)) }()
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
	defer signal.Stop(signals)

	m := o.config.Modes
	if err := log.add(Record{Time: time.Now().UTC(), Event: EventStart, State: Idle, Modes: m.String(), PID: os.Getpid()}); err != nil {
		return err
	}
	banner := "reading\r\n"
	if !m.Has(NoBrackets) {
		banner = "\x1b[?2004h" + banner
	}
	if _, err := io.WriteString(stdout, banner); err != nil {
		return fmt.Errorf("write to the terminal: %w", err)
	}
	chunks := make(chan []byte)
	if !m.Has(Stalled) {
		go read(stdin, m.Number(SlowReader), chunks)
	}
	total, digest, err := copyChunks(file, chunks, signals, o.count)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "%d bytes, sha256 %s\r\n", total, digest)
	return log.add(Record{Time: time.Now().UTC(), Event: EventExit, State: Exited, Bytes: int(total), SHA256: digest})
}

// copyChunks writes the chunks to the file until they end, a signal comes or
// count bytes are there; 0 is no such limit.
func copyChunks(file io.Writer, chunks <-chan []byte, signals <-chan os.Signal, count int64) (total int64, digest string, err error) {
	hash := sha256.New()
	for {
		select {
		case <-signals:
			return total, hex.EncodeToString(hash.Sum(nil)), nil
		case b, ok := <-chunks:
			if !ok {
				return total, hex.EncodeToString(hash.Sum(nil)), nil
			}
			if _, err := file.Write(b); err != nil {
				return total, "", fmt.Errorf("write what was read: %w", err)
			}
			hash.Write(b)
			total += int64(len(b))
			if count > 0 && total >= count {
				return total, hex.EncodeToString(hash.Sum(nil)), nil
			}
		}
	}
}
