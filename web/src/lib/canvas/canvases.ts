// The canvases as the daemon tells them: the list, and those that are shown,
// read again whenever they changed.

import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import { CallError, call } from '../api/call'
import type { CanvasEvent, CanvasInfo, SeatsEvent } from '../api.gen'
import { type Canvas, read, seatsOf } from './document'

export interface Canvases {
  /** null until they were read. */
  list: readonly CanvasInfo[] | null
  /** Those that are shown; 'gone' for one that is there no more. */
  shown: Readonly<Record<string, Canvas | 'gone'>>
}

export const canvases = createStore<Canvases>(() => ({ list: null, shown: {} }))

/** useCanvases reads a part of it; pick must return the same value for the same state. */
export function useCanvases<T>(pick: (c: Canvases) => T): T {
  return useSyncExternalStore(canvases.subscribe, () => pick(canvases.getState()))
}

/** canvasNow is a canvas that is shown and there. */
export function canvasNow(id: string): Canvas | null {
  const c = canvases.getState().shown[id]
  return c && c !== 'gone' ? c : null
}

/** hearCanvas takes the daemon's news of canvases. */
export function hearCanvas(news: CanvasEvent | SeatsEvent): void {
  if (news.kind === 'seats') return takeSeats(news)
  void refreshList()
  if (watched.has(news.canvas)) void load(news.canvas)
}

function takeSeats({ canvas, seats }: SeatsEvent): void {
  const c = canvasNow(canvas)
  if (c) show(canvas, { ...c, seats: seatsOf(seats, c.seats) })
}

function show(id: string, c: Canvas | 'gone'): void {
  canvases.setState((s) => ({ shown: { ...s.shown, [id]: c } }))
}

/** once keeps one reading under way, and does one more for all that was asked meanwhile. */
function once(step: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const run = () => {
    running = step().finally(() => (running = null))
    return running
  }
  return () => {
    if (!running) return run()
    next ??= running.then(() => {
      next = null
      return run()
    })
    return next
  }
}

/** refreshList reads the list again. */
export const refreshList = once(async () => {
  const list = await call('canvas.list', {}).catch(() => null)
  if (list) canvases.setState({ list })
})

const loads = new Map<string, () => Promise<void>>()

/** load reads a canvas again. */
export function load(id: string): Promise<void> {
  const known = loads.get(id)
  if (known) return known()
  const made = once(() => readNow(id))
  loads.set(id, made)
  return made()
}

async function readNow(id: string): Promise<void> {
  try {
    const doc = await call('canvas.get', { canvas: id })
    show(id, read(doc, canvasNow(id) ?? undefined))
  } catch (error) {
    // A daemon out of reach says nothing of the canvas.
    if (error instanceof CallError && error.type === 'UnknownTarget') show(id, 'gone')
  }
}

const watched = new Map<string, number>()

/** watch keeps a canvas read until the returned function is called. */
export function watch(id: string): () => void {
  watched.set(id, (watched.get(id) ?? 0) + 1)
  void load(id)
  return () => {
    const left = (watched.get(id) ?? 1) - 1
    if (left > 0) watched.set(id, left)
    else watched.delete(id)
  }
}

/** catchUp reads everything again, after the connection was lost. */
export function catchUp(): void {
  void refreshList()
  for (const id of watched.keys()) void load(id)
}
