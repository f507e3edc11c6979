// Joins the link to the store: news in, this window's presence out.

import { isLoggedIn } from '../api/call'
import type { News } from '../link/frames'
import { Link } from '../link/link'
import { windowName } from '../link/window'
import { byNews } from '../terminal/list'
import { store, tell } from './store'

export const link = new Link({
  open: () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`),
  window: windowName(),
  loggedIn: isLoggedIn,
  listener: {
    state: (s) => store.setState({ link: s }),
    version: (version) => store.setState({ version }),
    news: hear,
    refused: (message, nextStep) => tell(message, nextStep, true),
  },
})

function hear(news: News): void {
  if (news.kind === 'messages') store.setState({ messages: news.messages })
  else store.setState((s) => ({ terminals: byNews(s.terminals, news), loaded: true }))
}

/** start connects and keeps the daemon told where the person is. */
export function start(): void {
  const focus = () => link.setFocused(document.hasFocus() && document.visibilityState === 'visible')
  for (const event of ['focus', 'blur'] as const) window.addEventListener(event, focus)
  document.addEventListener('visibilitychange', () => {
    focus()
    if (document.visibilityState === 'visible') link.retry()
  })
  window.addEventListener('online', () => link.retry())
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', (e) =>
    store.setState({ systemLight: e.matches }),
  )
  link.start()
  focus()
}
