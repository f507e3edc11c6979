// Package client makes calls on a Jun's socket: it dials, frames requests and
// answers, and turns what can go wrong on the way into faults that say what to
// do.
//
// It leaves what a call means to its users, and who the caller is to the
// daemon, which asks the kernel. Programs call the CLIs all day, so start-up is
// the budget here: the package stays clear of package net, and the path of an
// answer that is only passed on stays clear of reflection. Either costs a
// quarter of what an empty Go program takes.
package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"syscall"
	"time"

	"junto/internal/fault"
)

// MaxFrame bounds one line in either direction. It is api.MaxFrame, which a
// thin client cannot link; a test holds the two together.
const MaxFrame = 8 << 20

// readAhead holds nearly every answer whole, so that it is read and passed on
// without a copy. What is not filled costs nothing: it is never touched.
const readAhead = 64 << 10

// Client is a connection to a daemon. It makes one call at a time: a second one
// waits for the first to end. A call that is cancelled or fails on the way ends
// the connection.
type Client struct {
	socket string
	conn   *os.File
	in     *bufio.Reader
	turn   chan struct{} // holds one token, which the running call has taken

	first  []byte // what goes before the first request; guarded by turn
	last   uint64 // id of the last request; guarded by turn
	broken error  // why no further call can be made; guarded by turn
}

// Dial connects to the daemon at a socket. It tries once: what stops it is told
// by a fault.
func Dial(ctx context.Context, socket string) (*Client, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	conn, err := connect(socket)
	if err != nil {
		return nil, dialFault(socket, err)
	}
	c := &Client{socket: socket, conn: conn, in: bufio.NewReaderSize(conn, readAhead), turn: make(chan struct{}, 1)}
	c.turn <- struct{}{}
	return c, nil
}

// DialToken connects to a daemon's socket that asks for a token first. The token
// goes out with the first call.
func DialToken(ctx context.Context, socket, token string) (*Client, error) {
	c, err := Dial(ctx, socket)
	if err != nil {
		return nil, err
	}
	// Put together by hand: reflection costs a part of what the whole call may.
	line := make([]byte, 0, len(token)+64)
	line = strconv.AppendQuoteToASCII(append(line, `{"token":`...), token)
	c.first = append(line, "}\n"...)
	return c, nil
}

// Patience gives up calls to a daemon that says nothing for so long; without it
// they wait for ever. The kernel keeps the time: a timer of the runtime's, such
// as a context's deadline has, would start the poller and a thread that waits in
// it, at each call.
func (c *Client) Patience(d time.Duration) {
	// It fails only on a connection that is closed, as the next call says.
	_ = control(c.conn, func(fd int) error { return setTimeout(fd, syscall.SO_RCVTIMEO, d) })
}

// Close ends the connection, and with it a call that is running. A stream's
// each must return before it; it cannot close its own client.
func (c *Client) Close() {
	hangUp(c.conn)
	<-c.turn
	defer func() { c.turn <- struct{}{} }()
	if c.broken == nil {
		c.broken = os.ErrClosed
	}
	_ = c.conn.Close() // there is nothing to do about a connection that does not end
}

// Call makes a call and decodes its result into result, which may be nil. A nil
// input is a call without one. An input or a result that is raw JSON
// (json.RawMessage, *json.RawMessage) is passed on as it is; the result is valid
// until the next call.
func (c *Client) Call(ctx context.Context, name string, input, result any) error {
	return c.exchange(ctx, name, input, result, func(json.RawMessage) error {
		return c.confused("%s answered with an event", name)
	})
}

// Stream makes a call that answers with events, and hands them on one by one
// until the stream ends or each returns an error. The event is valid until each
// returns. A stream's result, which it need not have, is dropped.
func (c *Client) Stream(ctx context.Context, name string, input any, each func(event json.RawMessage) error) error {
	return c.exchange(ctx, name, input, nil, each)
}

// Do makes a call whose shape is not known: events, if any, go to each, and
// then the result is returned as it came, valid until the next call.
func (c *Client) Do(ctx context.Context, name string, input any, each func(event json.RawMessage) error) (json.RawMessage, error) {
	var result json.RawMessage
	err := c.exchange(ctx, name, input, &result, each)
	return result, err
}

// exchange is one request and everything that answers it.
func (c *Client) exchange(ctx context.Context, name string, input, result any, each func(json.RawMessage) error) error {
	select {
	case <-c.turn:
	case <-ctx.Done():
		return c.late(ctx)
	}
	defer func() { c.turn <- struct{}{} }()
	if c.broken != nil {
		return c.broken
	}
	request, err := c.request(name, input)
	if err != nil {
		return err
	}
	if ctx.Done() == nil {
		return c.talk(request, result, each)
	}
	// A read or write that blocks is woken by ending the connection: nothing
	// could be read from it afterwards but the late answer.
	stop := context.AfterFunc(ctx, func() { hangUp(c.conn) })
	err = c.talk(request, result, each)
	if stop() {
		return err
	}
	cut := c.broken != nil
	c.broken = c.late(ctx)
	if cut {
		return c.broken
	}
	return err
}

func (c *Client) talk(request []byte, result any, each func(json.RawMessage) error) error {
	if _, err := c.conn.Write(request); err != nil {
		// A daemon that refuses a connection says why before it hangs up.
		if refusal := c.refusal(); refusal != nil {
			return refusal
		}
		return c.gone(err)
	}
	for {
		line, err := readLine(c.in)
		if err != nil {
			return c.gone(err)
		}
		f, err := parseFrame(line)
		if err != nil {
			return c.confused("%v", err)
		}
		switch {
		case f.err != nil:
			return c.decodeFault(f.err)
		case f.id != c.last:
			return c.confused("an answer to call %d, not to %d", f.id, c.last)
		case f.event != nil:
			if err := each(f.event); err != nil {
				c.broken = os.ErrClosed // the rest of the stream is still to come
				return err
			}
		default:
			return c.decode(f.result, result)
		}
	}
}

// refusal reads an error that the daemon left before it closed the connection.
func (c *Client) refusal() error {
	line, err := readLine(c.in)
	if err != nil {
		return nil
	}
	f, err := parseFrame(line)
	if err != nil || f.err == nil {
		return nil
	}
	err = c.decodeFault(f.err)
	c.broken = err
	return err
}

// request is the line that asks for a call.
func (c *Client) request(name string, input any) ([]byte, error) {
	var body []byte
	switch in := input.(type) {
	case nil:
	case json.RawMessage:
		body = in
	default:
		var err error
		if body, err = json.Marshal(in); err != nil {
			return nil, fmt.Errorf("encode the input of %s: %w", name, err)
		}
	}
	if !validName(name) {
		return nil, fault.New(fault.Usage, "no command is named %q", name).Next("names are like: tool.terminals")
	}
	c.last++
	line := bytes.NewBuffer(make([]byte, 0, len(c.first)+len(body)+len(name)+64))
	line.Write(c.first)
	line.WriteString(`{"id":`)
	line.WriteString(strconv.FormatUint(c.last, 10))
	line.WriteString(`,"call":"`)
	line.WriteString(name)
	line.WriteString(`"`)
	if len(body) > 0 {
		line.WriteString(`,"input":`)
		// Compacting takes out line ends, which would end the frame.
		if err := json.Compact(line, body); err != nil {
			return nil, fault.New(fault.Input, "input: not JSON: %v", err)
		}
	}
	line.WriteString("}\n")
	if n := line.Len() - len(c.first); n > MaxFrame {
		return nil, fault.New(fault.Input, "input: %d bytes are more than the %d of a call", n, MaxFrame)
	}
	c.first = nil
	return line.Bytes(), nil
}

// validName reports whether a name could be a command's, and so needs no
// quoting.
func validName(name string) bool {
	for _, c := range name {
		if (c < 'a' || c > 'z') && c != '.' && c != '_' {
			return false
		}
	}
	return name != ""
}

func (c *Client) decode(raw json.RawMessage, result any) error {
	switch out := result.(type) {
	case nil:
		return nil
	case *json.RawMessage:
		*out = raw
		return nil
	}
	if err := json.Unmarshal(raw, result); err != nil {
		return c.confused("%v", err)
	}
	return nil
}

func (c *Client) decodeFault(raw json.RawMessage) error {
	var f fault.Fault
	if err := json.Unmarshal(raw, &f); err != nil || f.Message == "" {
		return c.confused("an error that is none: %.200s", raw)
	}
	return &f
}

var errTooLong = errors.New("line too long")

// readLine reads one frame without its line end. The slice may be the reader's
// buffer.
func readLine(r *bufio.Reader) ([]byte, error) {
	var long []byte
	for {
		part, err := r.ReadSlice('\n')
		switch {
		case err == nil && long == nil:
			return part[:len(part)-1], nil
		case err == nil:
			return append(long, part[:len(part)-1]...), nil
		case errors.Is(err, bufio.ErrBufferFull):
			if len(long)+len(part) > MaxFrame {
				return nil, errTooLong
			}
			long = append(long, part...)
		case errors.Is(err, io.EOF) && len(long)+len(part) > 0:
			return nil, io.ErrUnexpectedEOF
		default:
			return nil, err
		}
	}
}
