// One history, the workspace's: the browser's buttons, mouse buttons and keys
// walk it, and its entries follow what is done here or by programs.

import { CallError, callAct } from '../api/call'
import { openPanel, show } from './actions'
import { store } from './store'
import { follow, hashOf, type Trail, targetOf } from './trail'

let trail: Trail = { at: 0, top: 0, bottom: 0 }
/** Moves of the browser that this page asked for, and has not heard of yet. */
let moving = 0
/** Steps that the daemon was asked for. Until it has taken them, its scenes are
 * of where the person was. */
let stepping: Promise<void> | null = null

/** startHistory follows the workspace from its first scene on. */
export function startHistory(): void {
  const arrived = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined
  if (arrived?.type === 'navigate') goTo(location.hash)
  const { scene } = store.getState()
  const at = scene.steps_back
  // After a reload the entries before it are still this page's.
  const bottom = arrived?.type === 'navigate' ? at : (entry(history.state)?.bottom ?? at)
  trail = { at, top: at, bottom }
  note()
  window.addEventListener('popstate', (e) => moved(e.state))
  store.subscribe((a, before) => {
    if (a.scene !== before.scene && a.link === 'open') sync()
  })
}

function goTo(hash: string): void {
  const target = targetOf(hash)
  if (target && 'show' in target) show(target.show)
  else if (target) openPanel(target.panel)
}

function note(): void {
  const { scene } = store.getState()
  history.replaceState(here(), '', `${location.pathname}${location.search}${hashOf(scene)}`)
}

function sync(): void {
  if (moving > 0 || stepping) return
  const move = follow(trail, store.getState().scene)
  if (move === 'stay') {
    const at = store.getState().scene.steps_back
    trail = { at, top: at, bottom: at }
    return note()
  }
  if (move && 'go' in move) {
    moving++
    history.go(move.go)
    return
  }
  for (let i = 0; move && i < move.push; i++) {
    trail = { ...trail, at: trail.at + 1, top: trail.at + 1 }
    history.pushState(here(), '')
  }
  note()
}

/** moved hears that the browser shows another entry. */
function moved(state: unknown): void {
  const at = entry(state)?.at
  if (at === undefined) {
    // A link to a place, typed or followed: an entry of the browser's own.
    trail = { ...trail, at: trail.at + 1, top: trail.at + 1 }
    goTo(location.hash)
    note()
    return
  }
  const by = at - trail.at
  trail = { ...trail, at, top: Math.max(trail.top, at) }
  if (moving > 0) {
    moving--
    sync()
  } else if (by !== 0) void step(by)
}

/** here is what an entry keeps. */
function here(): Pick<Trail, 'at' | 'bottom'> {
  return { at: trail.at, bottom: trail.bottom }
}

function entry(state: unknown): Pick<Trail, 'at' | 'bottom'> | null {
  const { at, bottom } = (state ?? {}) as { at?: unknown; bottom?: unknown }
  return typeof at === 'number' && typeof bottom === 'number' ? { at, bottom } : null
}

/** step walks the workspace as the browser has walked. Where it cannot, the
 * browser comes back to where the workspace is. */
function step(by: number): void {
  const walk = async () => {
    for (let i = 0; i < Math.abs(by); i++) await callAct({ act: by < 0 ? 'back' : 'forward' })
  }
  const mine: Promise<void> = (stepping ?? Promise.resolve())
    .then(walk)
    .catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
    })
    .finally(() => {
      if (stepping !== mine) return
      stepping = null
      sync()
    })
  stepping = mine
}
