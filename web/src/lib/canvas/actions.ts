// What a person can do to a canvas: the surface, the sidebar and the palette
// share it.

import { CallError, call } from '../api/call'
import type { CanvasOp } from '../api.gen'
import { act, attempt } from '../app/actions'
import { ask, store } from '../app/store'
import { findTab } from '../workspace/model'
import { canvases, canvasNow, load } from './canvases'
import type { Canvas } from './document'
import { again } from './ops'
import { viewOf } from './view'

/** openCanvas shows a canvas in a tab. */
export function openCanvas(id: string): void {
  open(`canvas:${id}`)
}

/** openCanvases shows the list of them. */
export function openCanvases(): void {
  open('panel:canvas')
}

/** goToCard shows a card, wherever it is. */
export function goToCard(canvas: string, node: string): void {
  viewOf(canvas).setState({ selection: new Set([node]), goal: { id: node } })
  openCanvas(canvas)
}

function open(content: string): void {
  const tab = findTab(store.getState().scene, content)
  if (tab) act({ act: 'focus', tab: tab.id })
  else act({ act: 'open_tab', content })
}

/** Edits of a canvas are done one after the other: each knows the revision before. */
const turns = new Map<string, Promise<unknown>>()

function inTurn<T>(id: string, step: () => Promise<T>): Promise<T> {
  const turn = (turns.get(id) ?? Promise.resolve()).then(step, step)
  turns.set(id, turn)
  return turn
}

/** How often an edit is done again after another window's. */
const mostTries = 4

export interface EditOptions {
  /** What the person saw when the change was begun; else what is shown now. */
  seen?: Canvas
  /** Changes in a row with the same name are undone together. */
  gesture?: string
}

/** edit does operations; what another window changed meanwhile is kept. It says
 * whether they were done. */
export async function edit(id: string, ops: CanvasOp[], options: EditOptions = {}): Promise<boolean> {
  if (ops.length === 0) return true
  const done = await attempt(() => inTurn(id, () => tryEdit(id, ops, options)))
  return done === true
}

async function tryEdit(id: string, ops: CanvasOp[], { seen: begun, gesture }: EditOptions): Promise<boolean> {
  let now = canvasNow(id)
  const seen = begun ?? now
  if (!now || !seen) return false
  for (let tries = 1; ; tries++) {
    const input = { canvas: id, rev: now.rev, ops: again(ops, seen, now), ...(gesture ? { gesture } : {}) }
    try {
      await call('canvas.edit', input)
      await load(id)
      return true
    } catch (error) {
      const stale = error instanceof CallError && error.type === 'Conflict' && tries < mostTries
      await load(id)
      const fresh = canvasNow(id)
      if (!stale || !fresh || fresh.rev === now.rev) throw error
      now = fresh
    }
  }
}

export async function undo(id: string): Promise<void> {
  await attempt(() => inTurn(id, () => call('canvas.undo', { canvas: id })))
  await load(id)
}

export async function redo(id: string): Promise<void> {
  await attempt(() => inTurn(id, () => call('canvas.redo', { canvas: id })))
  await load(id)
}

/** play lets a canvas act; the first time of all it says what that means. */
export async function play(id: string): Promise<void> {
  const first = canvasNow(id)?.play.ever_played === false
  if (first) {
    const yes = await ask({
      title: 'Play this canvas?',
      text: 'Its agents may then mail, wait for and read each other along the edges, without asking you. Pause stops that at once, and never ends an agent.',
      action: 'Play',
    })
    if (!yes) return
  }
  await attempt(() => call('canvas.play', { canvas: id }))
  await load(id)
}

export async function pause(id: string): Promise<void> {
  await attempt(() => call('canvas.pause', { canvas: id }))
  await load(id)
}

/** hold pauses one seat or region, or lets it go on. */
export async function hold(id: string, node: string, paused: boolean): Promise<void> {
  await attempt(() => call(paused ? 'canvas.pause' : 'canvas.play', { canvas: id, node }))
  await load(id)
}

export async function startSeat(id: string, node: string): Promise<void> {
  await attempt(() => call('seat.start', { canvas: id, node }))
}

export async function resumeSeat(id: string, node: string): Promise<void> {
  await attempt(() => call('seat.resume', { canvas: id, node }))
}

/** stopSeat asks first: what the agent was doing is lost. */
export async function stopSeat(id: string, node: string): Promise<void> {
  const title = canvasNow(id)?.byID.get(node)?.title ?? node
  const yes = await ask({
    title: `Stop ${title}?`,
    text: 'Its agent and everything in its terminal ends. The seat, its edges and its mail stay.',
    action: 'Stop',
    danger: true,
  })
  if (yes) await attempt(() => call('seat.stop', { canvas: id, node }))
}

/** nameOf is what a canvas is called. */
export function nameOf(id: string): string {
  const { list } = canvases.getState()
  return list?.find((c) => c.canvas === id)?.name ?? canvasNow(id)?.name ?? 'Canvas'
}
