package server

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"junto/internal/api"
	"junto/internal/fault"
	"junto/internal/term"
)

const session = "a-session-of-ours"

// fake stands for the daemon behind the page.
type fake struct{ calls []string }

func (f *fake) Do(_ context.Context, c api.Caller, name string, input []byte, _ func(any) error) (any, error) {
	f.calls = append(f.calls, fmt.Sprintf("%v %s %s", c.Kind == api.Page, name, input))
	if name == "fail" {
		return nil, fault.New(fault.UnknownTarget, "terminal 9: there is no such terminal").Next("list them")
	}
	return map[string]int{"id": 3}, nil
}

func (f *fake) Redeem(_ context.Context, code, _ string) (string, bool) {
	return session, code == "once"
}
func (f *fake) Valid(_ context.Context, s string) bool { return s == session }

func (f *fake) Connect(string, string) (<-chan any, func()) { return make(chan any), func() {} }
func (f *fake) Focus(string, bool)                          {}

func (f *fake) Attach(context.Context, int, uint64, bool) (*term.Viewer, error) {
	return nil, fault.New(fault.UnknownTarget, "terminal 9: there is no such terminal").Next("list them")
}
func (f *fake) Input(context.Context, int, string, []byte) error    { return nil }
func (f *fake) Hide(int, string)                                    {}
func (f *fake) Resize(context.Context, int, string, int, int) error { return nil }

// serve starts a page's server on loopback.
func serve(t *testing.T) (*fake, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &fake{}
	page := &Page{
		Dispatch: f, Logins: f, Windows: f, Terminals: f, Port: l.Addr().(*net.TCPAddr).Port,
		Files: fstest.MapFS{"index.html": {Data: []byte("<title>Junto</title>")}, "assets/a.js": {Data: []byte("1")}, "assets/a.js.br": {Data: []byte("b")}, "assets/a.js.gz": {Data: []byte("g")}},
	}
	s := httptest.NewUnstartedServer(page.Handler())
	s.Listener.Close()
	s.Listener = l
	s.Start()
	t.Cleanup(s.Close)
	return f, s.URL
}

// ask is a request as the page makes it, changed by the test.
func ask(t *testing.T, method, url, body string, change func(*http.Request)) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", "http://"+r.Host)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.AddCookie(&http.Cookie{Name: CookieName, Value: session})
	if change != nil {
		change(r)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusSwitchingProtocols {
		return resp.StatusCode, ""
	}
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

// example gives a method and a path that reach a route.
func example(r Route) (method, path string) {
	method, path, _ = strings.Cut(r.Pattern, " ")
	return method, strings.ReplaceAll(path, "{name}", "tool.terminals")
}

func TestEveryRouteRefusesWhatIsNotThePage(t *testing.T) {
	f, url := serve(t)
	for name, c := range map[string]struct {
		change func(*http.Request)
		open   bool // also refused on the route that logs in
	}{
		"without a cookie":        {func(r *http.Request) { r.Header.Del("Cookie") }, false},
		"with another's cookie":   {func(r *http.Request) { r.Header.Set("Cookie", CookieName+"=guess") }, false},
		"for a foreign host":      {func(r *http.Request) { r.Host = "evil.example:" + r.URL.Port() }, true},
		"for another port":        {func(r *http.Request) { r.Host = "127.0.0.1:1" }, true},
		"for a host without port": {func(r *http.Request) { r.Host = "127.0.0.1" }, true},
		"from a foreign origin":   {func(r *http.Request) { r.Header.Set("Origin", "http://evil.example") }, true},
		"from an opaque origin":   {func(r *http.Request) { r.Header.Set("Origin", "null") }, true},
		"from another port": {func(r *http.Request) {
			r.Header.Set("Origin", "http://127.0.0.1:1")
		}, true},
		"from a script of another site": {func(r *http.Request) {
			r.Header.Del("Origin")
			r.Header.Set("Sec-Fetch-Site", "cross-site")
			r.Header.Set("Sec-Fetch-Mode", "no-cors")
		}, true},
	} {
		for _, route := range Routes() {
			if route.Open && !c.open {
				continue
			}
			method, path := example(route)
			if status, body := ask(t, method, url+path, "{}", c.change); status != 401 && status != 403 {
				t.Errorf("%s, %s: status %d, want 401 or 403: %s", route.Pattern, name, status, body)
			}
		}
	}
	if len(f.calls) > 0 {
		t.Errorf("refused requests were acted on: %v", f.calls)
	}
}

func TestAWebSocketNeedsACookieAndItsOwnOrigin(t *testing.T) {
	_, url := serve(t)
	upgrade := func(r *http.Request) {
		r.Header.Set("Connection", "Upgrade")
		r.Header.Set("Upgrade", "websocket")
		r.Header.Set("Sec-WebSocket-Version", "13")
		r.Header.Set("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
	}
	for name, change := range map[string]func(*http.Request){
		"no cookie":      func(r *http.Request) { r.Header.Del("Cookie") },
		"no origin":      func(r *http.Request) { r.Header.Del("Origin") },
		"foreign origin": func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") },
		"foreign host":   func(r *http.Request) { r.Host = "evil.example" },
	} {
		status, _ := ask(t, "GET", url+"/ws", "", func(r *http.Request) { upgrade(r); change(r) })
		if status != 401 && status != 403 {
			t.Errorf("%s: status %d, want 401 or 403", name, status)
		}
	}
	if status, _ := ask(t, "GET", url+"/ws", "", upgrade); status != http.StatusSwitchingProtocols {
		t.Errorf("the page's own WebSocket: status %d, want 101", status)
	}
}

func TestACallMustBeJSON(t *testing.T) {
	f, url := serve(t)
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""} {
		status, _ := ask(t, "POST", url+"/api/call/tool.send", `{"id":1,"text":"x"}`, func(r *http.Request) { r.Header.Set("Content-Type", kind) })
		if status != http.StatusUnsupportedMediaType {
			t.Errorf("%q: status %d, want 415", kind, status)
		}
	}
	if len(f.calls) > 0 {
		t.Errorf("calls were made: %v", f.calls)
	}
}

func TestThePageCallsAndReadsFaults(t *testing.T) {
	f, url := serve(t)
	if status, body := ask(t, "POST", url+"/api/call/terminal.new", `{}`, nil); status != 200 || strings.TrimSpace(body) != `{"id":3}` {
		t.Errorf("got %d %s", status, body)
	}
	if want := "true terminal.new {}"; len(f.calls) != 1 || f.calls[0] != want {
		t.Errorf("calls %q, want %q", f.calls, want)
	}
	status, body := ask(t, "POST", url+"/api/call/fail", `{}`, nil)
	var answer struct{ Error *fault.Fault }
	if err := json.Unmarshal([]byte(body), &answer); err != nil || status != 404 || answer.Error.Type != fault.UnknownTarget || answer.Error.NextStep == "" {
		t.Errorf("got %d %s", status, body)
	}
}

func TestALinkLogsInOnce(t *testing.T) {
	_, url := serve(t)
	plain := func(r *http.Request) {
		r.Header = http.Header{"Accept": {"text/html"}, "Sec-Fetch-Site": {"cross-site"}, "Sec-Fetch-Mode": {"navigate"}}
	}
	if status, body := ask(t, "GET", url+"/login?code=wrong", "", plain); status != 401 || !strings.Contains(body, "jun url") {
		t.Errorf("a wrong code: got %d %s", status, body)
	}
	resp, err := http.Get(url + "/login?code=once")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if len(resp.Cookies()) != 1 {
		t.Fatalf("cookies: %v", resp.Cookies())
	}
	if c := resp.Cookies()[0]; !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Value != session {
		t.Errorf("the cookie is %+v", c)
	}
	if status, body := ask(t, "GET", url+"/", "", plain); status != 401 || !strings.Contains(body, "jun url") {
		t.Errorf("the page without a cookie: got %d %s", status, body)
	}
}

func TestThePageIsServedWithAStrictPolicy(t *testing.T) {
	_, url := serve(t)
	r, err := http.NewRequestWithContext(t.Context(), "GET", url+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.AddCookie(&http.Cookie{Name: CookieName, Value: session})
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if policy := resp.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "script-src 'self' 'unsafe") {
		t.Errorf("policy %q", policy)
	}
	if resp.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("the page allows other origins")
	}
}

func TestThePageIsServedInACodingThatTheBrowserTakes(t *testing.T) {
	_, origin := serve(t)
	for accept, want := range map[string]string{
		"gzip, deflate, br": "br b", "gzip": "gzip g", "br;q=0, gzip;q=0.5": "gzip g", "": " 1", "identity": " 1",
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, origin+"/assets/a.js", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept-Encoding", accept)
		r.AddCookie(&http.Cookie{Name: CookieName, Value: session})
		w, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(w.Body)
		w.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if got := w.Header.Get("Content-Encoding") + " " + string(body); got != want {
			t.Errorf("%q: got %q, want %q", accept, got, want)
		}
		if kind := w.Header.Get("Content-Type"); !strings.HasPrefix(kind, "text/javascript") {
			t.Errorf("%q: type %q", accept, kind)
		}
		if !strings.Contains(w.Header.Get("Cache-Control"), "immutable") || w.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q: headers %v", accept, w.Header)
		}
	}
}
