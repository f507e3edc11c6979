// Joins the link to the store: news in, this window's presence out.

import { callAct, isLoggedIn } from '../api/call'
import { catchUp, hearCanvas } from '../canvas/canvases'
import type { News } from '../link/frames'
import { Link } from '../link/link'
import { windowName } from '../link/window'
import { notify } from '../notify/notify'
import { preload } from '../terminal/LazyLive'
import { byNews } from '../terminal/list'
import { loadParts } from '../ui/lazyPart'
import { show } from './actions'
import { stale, tellDialogs } from './dialogs'
import { startHistory } from './history'
import { store, tell } from './store'

export const link = new Link({
  open: () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`),
  window: windowName(),
  loggedIn: isLoggedIn,
  listener: {
    state: (s) => {
      store.setState({ link: s })
      greeted = false
      if (s === 'open') catchUp()
    },
    version: (version) => store.setState({ version }),
    news: hear,
    refused: (message, nextStep) => tell(message, nextStep, true),
  },
})

/** The first scene of this connection has arrived. */
let greeted = false
/** What the first picture does not need was asked for. */
let loaded = false

function hear(news: News): void {
  switch (news.kind) {
    case 'notice':
      return notify(news.notice)
    case 'messages':
      return store.setState({ messages: news.messages })
    case 'canvas':
    case 'seats':
      return hearCanvas(news)
    case 'workspace':
      store.setState({ scene: news.window.scene })
      if (!greeted) arrive()
      if (!loaded) startHistory()
      if (!loaded) preloadIdle()
      loaded = true
      if (!greeted && stale(store.getState())) void callAct({ act: 'cancel_dialog' })
      greeted = true
      return
    default:
      pending.push(news)
      if (batch === undefined) batch = setTimeout(takePending, batchTime)
  }
}

/** News of terminals that are not drawn yet: many agents tell much at once. */
const pending: News[] = []
let batch: ReturnType<typeof setTimeout> | undefined
const batchTime = 30

function takePending(): void {
  batch = undefined
  const news = pending.splice(0)
  store.setState((s) => ({ terminals: news.reduce(byNews, s.terminals), loaded: true }))
}

/** arrive goes to the project that `jun` opened the page at. */
function arrive(): void {
  const url = new URL(location.href)
  const project = url.searchParams.get('project')
  if (!project) return
  url.searchParams.delete('project')
  history.replaceState(history.state, '', url)
  show(`project:${project}`)
}

/** The first picture comes first; after so long in ms the rest waits no more. */
const preloadAfter = 1500

function preloadIdle(): void {
  const load = () => {
    preload()
    loadParts()
  }
  if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: preloadAfter })
  else setTimeout(load, preloadAfter)
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
  tellDialogs()
  link.start()
  focus()
}
