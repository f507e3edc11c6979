package server

// The few pages that the server itself shows, when there is no page to show.

const pageHead = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Junto</title><style>
:root{color-scheme:light dark;--ink:#1d1c19;--paper:#f7f5f0;--dim:#6b675e}
@media(prefers-color-scheme:dark){:root{--ink:#e8e6e1;--paper:#131417;--dim:#9a968c}}
body{font:15px/1.6 system-ui,sans-serif;background:var(--paper);color:var(--ink);display:grid;place-items:center;min-height:100vh;margin:0}
main{max-width:34rem;padding:2rem}h1{font-size:1.15rem;margin:0 0 .5rem}p{margin:.5rem 0;color:var(--dim)}
code{font:14px ui-monospace,monospace;color:var(--ink)}</style>`

const notLoggedIn = pageHead + `<main><h1>This browser is not logged in to Junto</h1>
<p>In a terminal outside Junto, run <code>jun url</code> and open the link that it prints. The link works once.</p></main>`

const linkUsed = pageHead + `<main><h1>This link was used already, or is too old</h1>
<p>Run <code>jun url</code> again: each link logs in once.</p></main>`

const notBuilt = pageHead + `<main><h1>The page is not built</h1>
<p>In Junto's source folder, run <code>make web</code>, then <code>make build</code> and <code>jun restart</code>.</p></main>`

const loggedInPage = pageHead + `<meta http-equiv="refresh" content="0;url=/"><main><h1>Logged in</h1>
<p><a href="/">Open Junto</a></p></main>`
