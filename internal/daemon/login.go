package daemon

import (
	"context"
	"net/url"
	"time"

	"junto/internal/api"
	"junto/internal/store"
	"junto/internal/workspace"
)

// Logins are the browsers that may see the page.
type Logins struct{ store *store.Store }

// Logins are the browsers that may see the page.
func (d *Daemon) Logins() Logins { return Logins{d.store} }

// Redeem turns a one-time code into a session of the browser that is so called.
func (l Logins) Redeem(ctx context.Context, code, browser string) (session string, ok bool) {
	session, err := l.store.RedeemLoginCode(ctx, code, browser, time.Now())
	return session, err == nil
}

// Valid reports whether a session is one of ours.
func (l Logins) Valid(ctx context.Context, session string) bool {
	_, err := l.store.UseSession(ctx, session, time.Now())
	return err == nil
}

// loginLink makes a link that logs in once, to the project of a directory.
func (d *Daemon) loginLink(ctx context.Context, c api.Caller, in api.URLIn) (api.URLOut, error) {
	query := url.Values{}
	if in.Dir != "" {
		dir, err := d.directory(in.Dir, c)
		if err != nil {
			return api.URLOut{}, err
		}
		if d.desk.Layout().ProjectAt(dir).Dir == "" {
			if _, err := d.desk.Act(ctx, "", workspace.AddProject{Dir: dir}); err != nil {
				return api.URLOut{}, err
			}
		}
		query.Set("project", d.desk.Layout().ProjectAt(dir).Name)
	}
	code, err := d.store.NewLoginCode(ctx, time.Now())
	if err != nil {
		return api.URLOut{}, err
	}
	query.Set("code", code)
	return api.URLOut{URL: d.address("/login?" + query.Encode())}, nil
}
