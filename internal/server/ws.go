package server

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/coder/websocket"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/term"
)

// Terminals is what a window does with terminals.
type Terminals interface {
	Attach(ctx context.Context, id int, from uint64, hasFrom bool) (*term.Viewer, error)
	Input(ctx context.Context, id int, window string, keys []byte) error
	Resize(ctx context.Context, id int, window string, cols, rows int) error
	// Hide says that the window does not show the terminal any more.
	Hide(id int, window string)
}

// Windows is what the daemon knows of open pages.
type Windows interface {
	// Connect adds a window of the browser that is logged in with a session. It
	// returns every value that the page shows, and then each as it changes, until
	// leave is called. The events end when the browser is logged out.
	Connect(window, session string) (events <-chan any, leave func())
	// Focus says that the person is at the window, or left it.
	Focus(window string, focused bool)
}

// Kinds of binary frames on the WebSocket: the first byte of each.
const (
	frameKeys     = 1 // to the daemon: channel, then what was typed
	frameBytes    = 1 // to the page: channel, offset, size, then output
	frameSnapshot = 2 // to the page: the same, for an emulator that was reset
)

const (
	// maxChannels is how many terminals one window may watch at once.
	maxChannels = 256
	// maxWindowName bounds the name that a window gives itself: a UUID.
	maxWindowName = 64
	// helloWait is how long a new WebSocket may take to say which window it is.
	helloWait = 10 * time.Second
)

// wish is a text frame from the page.
type wish struct {
	T        string `json:"t"`
	Window   string `json:"window,omitempty"`
	Channel  uint32 `json:"ch,omitempty"`
	Terminal int    `json:"terminal,omitempty"`
	From     string `json:"from,omitempty"`
	Lines    int    `json:"lines,omitempty"` // of scrollback that the page keeps; 0 is all
	Offset   string `json:"offset,omitempty"`
	Cols     int    `json:"cols,omitempty"`
	Rows     int    `json:"rows,omitempty"`
	Focused  bool   `json:"focused,omitempty"`
}

// news is a text frame to the page.
type news struct {
	T        string       `json:"t"`
	Version  int          `json:"version,omitempty"`
	Channel  uint32       `json:"ch,omitempty"`
	Terminal int          `json:"terminal,omitempty"`
	Event    any          `json:"event,omitempty"`
	Error    *fault.Fault `json:"error,omitempty"`
}

// window is one page's connection.
type window struct {
	page *Page
	conn *websocket.Conn
	name string

	viewers sync.WaitGroup
	mu      sync.Mutex
	open    map[uint32]*channel // guarded by mu
}

// channel is a terminal that the window watches.
type channel struct {
	terminal int
	viewer   *term.Viewer
	cancel   context.CancelFunc
}

// socket serves a window for as long as it is connected.
func (p *Page) socket(w http.ResponseWriter, r *http.Request) {
	c, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // Accept has answered
	}
	c.SetReadLimit(api.MaxFrame)
	ctx, cancel := context.WithCancel(r.Context())
	win := &window{page: p, conn: c, open: make(map[uint32]*channel)}
	defer func() {
		cancel()
		win.viewers.Wait()
		c.CloseNow()
	}()
	if err := win.hello(ctx); err != nil {
		c.Close(websocket.StatusPolicyViolation, "say hello first")
		return
	}
	session, err := r.Cookie(CookieName)
	if err != nil {
		return // loggedIn has found one
	}
	events, leave := p.Windows.Connect(win.name, session.Value)
	defer leave()
	win.viewers.Go(func() {
		win.tell(ctx, events)
		cancel()
	})
	for {
		kind, data, err := c.Read(ctx)
		if err != nil {
			return
		}
		var about wish
		if kind == websocket.MessageBinary {
			err = win.keys(ctx, data)
		} else if err = api.Decode(data, &about); err == nil {
			err = win.wish(ctx, about)
		}
		if err != nil && !win.say(ctx, news{T: "error", Channel: about.Channel, Error: fault.From(err, "")}) {
			return
		}
	}
}

// hello waits for the window's name.
func (w *window) hello(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, helloWait)
	defer cancel()
	kind, data, err := w.conn.Read(ctx)
	if err != nil {
		return err
	}
	var first wish
	if kind != websocket.MessageText || api.Decode(data, &first) != nil || first.T != "hello" || first.Window == "" || len(first.Window) > maxWindowName {
		return errors.New("no hello")
	}
	w.name = first.Window
	if !w.say(ctx, news{T: "hello", Version: api.Version}) {
		return io.ErrClosedPipe
	}
	return nil
}

// tell passes the daemon's news on.
func (w *window) tell(ctx context.Context, events <-chan any) {
	for {
		select {
		case <-ctx.Done():
			return
		case e, ok := <-events:
			if !ok || !w.say(ctx, news{T: "event", Event: e}) {
				return
			}
		}
	}
}

func (w *window) say(ctx context.Context, n news) bool {
	data, err := json.Marshal(n)
	if err != nil {
		return false
	}
	return w.send(ctx, websocket.MessageText, data)
}

func (w *window) send(ctx context.Context, kind websocket.MessageType, data []byte) bool {
	ctx, cancel := context.WithTimeout(ctx, writeWait)
	defer cancel()
	return w.conn.Write(ctx, kind, data) == nil
}

// wish does what a text frame asks.
func (w *window) wish(ctx context.Context, m wish) error {
	switch m.T {
	case "attach":
		return w.attach(ctx, m)
	case "detach":
		w.detach(m.Channel)
	case "resize":
		if c := w.channel(m.Channel); c != nil {
			return w.page.Terminals.Resize(ctx, c.terminal, w.name, m.Cols, m.Rows)
		}
	case "ack":
		offset, err := strconv.ParseUint(m.Offset, 10, 64)
		if c := w.channel(m.Channel); c != nil && err == nil {
			c.viewer.Ack(offset)
		}
	case "focus":
		w.page.Windows.Focus(w.name, m.Focused)
	default:
		return fault.New(fault.Protocol, "unknown message %q", m.T).Next("reload the page")
	}
	return nil
}

func (w *window) channel(ch uint32) *channel {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.open[ch]
}

// attach begins to send a terminal's output on a channel.
func (w *window) attach(ctx context.Context, m wish) error {
	var from uint64
	if m.From != "" {
		n, err := strconv.ParseUint(m.From, 10, 64)
		if err != nil {
			return fault.New(fault.Protocol, "offset %q is no number", m.From).Next("reload the page")
		}
		from = n
	}
	w.detach(m.Channel)
	ctx, cancel := context.WithCancel(ctx)
	viewer, err := w.page.Terminals.Attach(ctx, m.Terminal, from, m.From != "")
	if err != nil {
		cancel()
		return err
	}
	if m.Lines > 0 {
		viewer.Keep(m.Lines)
	}
	c := &channel{terminal: m.Terminal, viewer: viewer, cancel: cancel}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.open) >= maxChannels {
		cancel()
		viewer.Close()
		return fault.New(fault.Refused, "this window watches %d terminals already", maxChannels).Next("close some tabs")
	}
	w.open[m.Channel] = c
	w.viewers.Go(func() { w.view(ctx, m.Channel, c) })
	return nil
}

func (w *window) detach(ch uint32) {
	w.mu.Lock()
	c := w.open[ch]
	delete(w.open, ch)
	w.mu.Unlock()
	if c != nil {
		c.cancel()
	}
}

// view sends frames for as long as the channel is open, and says when the
// program ended.
func (w *window) view(ctx context.Context, ch uint32, c *channel) {
	defer w.page.Terminals.Hide(c.terminal, w.name)
	defer c.viewer.Close()
	for {
		f, err := c.viewer.Next(ctx)
		if errors.Is(err, io.EOF) {
			w.say(ctx, news{T: "exit", Channel: ch, Terminal: c.terminal})
			return
		}
		if err != nil || !w.send(ctx, websocket.MessageBinary, frame(ch, f)) {
			return
		}
	}
}

// frame encodes a frame: kind, channel, offset after the data, size, data.
func frame(ch uint32, f term.Frame) []byte {
	const head = 1 + 4 + 8 + 2 + 2
	b := make([]byte, head, head+len(f.Data))
	b[0] = frameBytes
	if f.Snapshot {
		b[0] = frameSnapshot
	}
	binary.BigEndian.PutUint32(b[1:], ch)
	binary.BigEndian.PutUint64(b[5:], f.Offset)
	binary.BigEndian.PutUint16(b[13:], uint16(f.Cols))
	binary.BigEndian.PutUint16(b[15:], uint16(f.Rows))
	return append(b, f.Data...)
}

// keys hands what the person typed to the terminal.
func (w *window) keys(ctx context.Context, data []byte) error {
	const head = 1 + 4
	if len(data) < head || data[0] != frameKeys {
		return fault.New(fault.Protocol, "unknown frame").Next("reload the page")
	}
	c := w.channel(binary.BigEndian.Uint32(data[1:]))
	if c == nil {
		return nil // typed while the channel was closing
	}
	return w.page.Terminals.Input(ctx, c.terminal, w.name, data[head:])
}
