package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path"
	"strings"
	"time"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/proc"
)

// CookieName holds a page's session.
const CookieName = "junto"

// Logins checks who may see the page.
type Logins interface {
	// Redeem turns a one-time code into a session of the browser that is so
	// called; ok is false for a code that is unknown, used or too old.
	Redeem(ctx context.Context, code, browser string) (session string, ok bool)
	// Valid reports whether a session is one of ours.
	Valid(ctx context.Context, session string) bool
}

// Page serves the page on loopback.
type Page struct {
	Dispatch  Dispatcher
	Logins    Logins
	Windows   Windows
	Terminals Terminals
	Files     fs.FS // the built page; nil when it is not built
	Log       *slog.Logger
	Port      int // the port that Host and Origin must name
}

// ListenLoopback opens a port on the loopback address only: the first of the
// wished ones that is free, else any.
func ListenLoopback(wished ...int) (net.Listener, int, error) {
	for _, port := range append(wished, 0) {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			return l, l.Addr().(*net.TCPAddr).Port, nil
		}
		if port == 0 {
			return nil, 0, fmt.Errorf("listen on loopback: %w", err)
		}
	}
	panic("server: the wish for any port was not tried")
}

// Route is one route of the page's server, for the test that none is open.
type Route struct {
	Pattern string
	Open    bool // answers without a session, to log in
}

// Routes lists every route.
func Routes() []Route {
	return []Route{
		{Pattern: "GET /login", Open: true},
		{Pattern: "POST /api/call/{name}"},
		{Pattern: "GET /ws"},
		{Pattern: "GET /"},
	}
}

// Handler is the page's server: every request passes the same checks, in the
// order host, origin, session, content type.
func (p *Page) Handler() http.Handler {
	mux := http.NewServeMux()
	handlers := map[string]http.HandlerFunc{
		"GET /login":            p.login,
		"POST /api/call/{name}": p.call,
		"GET /ws":               p.socket,
		"GET /":                 p.file,
	}
	for _, r := range Routes() {
		h := handlers[r.Pattern]
		if !r.Open {
			h = p.loggedIn(h)
		}
		mux.HandleFunc(r.Pattern, h)
	}
	return p.guarded(mux)
}

// contentPolicy lets the page load nothing but itself. Styles may be inline,
// for xterm.js writes its own.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// guarded refuses what does not come from this page, before anything looks at it.
func (p *Page) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		head := w.Header()
		head.Set("Content-Security-Policy", contentPolicy)
		head.Set("X-Content-Type-Options", "nosniff")
		head.Set("Referrer-Policy", "no-referrer")
		head.Set("Cross-Origin-Opener-Policy", "same-origin")
		head.Set("Cross-Origin-Resource-Policy", "same-origin")
		if !p.ours(r.Host) {
			refuse(w, fault.New(fault.Auth, "host %q is not this page's", r.Host).Next("open the link that `jun url` prints"))
			return
		}
		if err := p.sameSite(r); err != nil {
			refuse(w, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// ours reports whether a Host names this server on loopback: a page elsewhere
// whose name was made to resolve to 127.0.0.1 sends its own name.
func (p *Page) ours(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil || port != fmt.Sprint(p.Port) {
		return false
	}
	return name == "127.0.0.1" || name == "localhost" || name == "::1"
}

// sameSite refuses requests that another origin caused. A request that changes
// something, and a WebSocket, must name its origin.
func (p *Page) sameSite(r *http.Request) error {
	foreign := fault.New(fault.Auth, "the request comes from another site").Next("open the link that `jun url` prints")
	upgrade := strings.EqualFold(r.Header.Get("Upgrade"), "websocket")
	origin := r.Header.Get("Origin")
	switch {
	case origin != "" && origin != "http://"+r.Host:
		return foreign
	case origin == "" && (upgrade || r.Method != http.MethodGet && r.Method != http.MethodHead):
		return foreign
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		// a link from elsewhere may open the page, which then has no cookie
		if r.Header.Get("Sec-Fetch-Mode") != "navigate" || r.Method != http.MethodGet {
			return foreign
		}
	}
	return nil
}

// loggedIn lets only sessions of ours through.
func (p *Page) loggedIn(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c, err := r.Cookie(CookieName)
		if err == nil && p.Logins.Valid(r.Context(), c.Value) {
			next(w, r)
			return
		}
		f := fault.New(fault.Auth, "not logged in").Next("open the link that `jun url` prints")
		if r.Method == http.MethodGet && strings.Contains(r.Header.Get("Accept"), "text/html") {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(http.StatusUnauthorized)
			io.WriteString(w, notLoggedIn)
			return
		}
		writeFault(w, http.StatusUnauthorized, f)
	}
}

// sessionAge is how long a browser keeps its cookie. The daemon decides whether
// it is still good: it forgets sessions that are not used for a while.
const sessionAge = 365 * 24 * time.Hour

// login turns a one-time code into a cookie, and sends the browser to the page.
// The code stands in a browser's arguments when jun opens the page, where other
// users of the machine can read it: so it is good for this user's browsers only,
// wherever the kernel tells whose they are.
func (p *Page) login(w http.ResponseWriter, r *http.Request) {
	if client, err := netip.ParseAddrPort(r.RemoteAddr); err == nil {
		if uid, known := proc.TCPOwner(client); known && uid != os.Getuid() {
			refuse(w, fault.New(fault.Auth, "the link is another user's").Next("ask for your own with `jun url`"))
			return
		}
	}
	session, ok := p.Logins.Redeem(r.Context(), r.URL.Query().Get("code"), browserName(r.UserAgent()))
	if !ok {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusUnauthorized)
		io.WriteString(w, linkUsed)
		return
	}
	http.SetCookie(w, &http.Cookie{
		Name: CookieName, Value: session, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
		MaxAge: int(sessionAge / time.Second),
	})
	// A redirect would be the last hop of a cross-site navigation, on which the
	// browser would hold the new SameSite cookie back: let the page itself go on.
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	io.WriteString(w, loggedInPage)
}

// call makes a call of the page's.
func (p *Page) call(w http.ResponseWriter, r *http.Request) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		writeFault(w, http.StatusUnsupportedMediaType, fault.New(fault.Protocol, "the content type is not application/json").Next("send JSON as application/json"))
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, api.MaxFrame))
	if err != nil {
		refuse(w, fault.New(fault.Protocol, "the request cannot be read: %s", err).Next("send at most %d bytes", api.MaxFrame))
		return
	}
	caller := api.Caller{Kind: api.Page, Window: r.Header.Get("X-Junto-Window")}
	result, err := p.Dispatch.Do(r.Context(), caller, r.PathValue("name"), body, func(any) error {
		return errors.New("this command streams: use the WebSocket")
	})
	if err != nil {
		refuse(w, err)
		return
	}
	if result == nil {
		result = api.None{}
	}
	writeJSON(w, http.StatusOK, result)
}

// file serves the built page.
func (p *Page) file(w http.ResponseWriter, r *http.Request) {
	if p.Files == nil {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusServiceUnavailable)
		io.WriteString(w, notBuilt)
		return
	}
	if strings.HasPrefix(r.URL.Path, "/assets/") { // their names hold a hash of their content
		w.Header().Set("Cache-Control", "private, max-age=31536000, immutable")
	} else {
		w.Header().Set("Cache-Control", "no-cache")
	}
	w.Header().Add("Vary", "Accept-Encoding")
	if name, coding := p.encoded(r); coding != "" {
		w.Header().Set("Content-Encoding", coding)
		w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(strings.TrimSuffix(name, path.Ext(name)))))
		http.ServeFileFS(w, r, p.Files, name)
		return
	}
	http.FileServerFS(p.Files).ServeHTTP(w, r)
}

// codings are those that the page is built in besides plain, the best first.
var codings = []struct{ name, ext string }{{"br", ".br"}, {"gzip", ".gz"}}

// encoded finds the file that is asked for in a coding that the browser takes.
func (p *Page) encoded(r *http.Request) (name, coding string) {
	name = strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name == "" {
		name = "index.html"
	}
	for _, c := range codings {
		if !takes(r.Header.Get("Accept-Encoding"), c.name) {
			continue
		}
		if _, err := fs.Stat(p.Files, name+c.ext); err == nil {
			return name + c.ext, c.name
		}
	}
	return "", ""
}

// takes reports whether an Accept-Encoding names a coding and does not refuse it.
func takes(accept, coding string) bool {
	for part := range strings.SplitSeq(accept, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == coding {
			weight = strings.ReplaceAll(weight, " ", "")
			return !strings.HasPrefix(weight, "q=0") || strings.Trim(weight[len("q=0"):], ".0") != ""
		}
	}
	return false
}

func refuse(w http.ResponseWriter, err error) {
	writeFault(w, fault.HTTPStatus(err), fault.From(err, ""))
}

func writeFault(w http.ResponseWriter, status int, f *fault.Fault) {
	writeJSON(w, status, map[string]*fault.Fault{"error": f})
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v) //nolint:errcheck // the client may be gone: nobody is left to tell
}
