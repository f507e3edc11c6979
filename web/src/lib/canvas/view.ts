// What one window sees and does on one canvas. It is kept while the canvas is
// not shown, so that coming back finds it as it was left.

import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Camera } from './camera'
import type { Rect } from './geometry'
import { none, type Selection } from './select'

/** NewKind is a kind of node that this build can make. */
export type NewKind = 'agent' | 'terminal' | 'note' | 'label' | 'region' | 'link' | 'file' | 'git'

export type Tool = 'select' | 'hand' | 'edge' | NewKind

/** Draft is a node that still needs words before it can be made. */
export interface Draft {
  kind: NewKind
  /** Its place in the world. */
  place: Rect
}

export interface View {
  selection: Selection
  tool: Tool
  /** The nodes whose cards are drawn. */
  mounted: readonly string[]
  /** The node whose text is being written. */
  editing: string | null
  draft: Draft | null
  /** The node to fly to; another object for each flight. */
  goal: { id: string } | null
  /** Where the edge begins that is drawn by the keyboard. */
  from: string | null
}

export type ViewStore = StoreApi<View>

const views = new Map<string, ViewStore>()

/** viewOf is this window's view of a canvas. */
export function viewOf(canvas: string): ViewStore {
  const known = views.get(canvas)
  if (known) return known
  const made = createStore<View>(() => ({
    selection: none,
    tool: 'select',
    mounted: [],
    editing: null,
    draft: null,
    goal: null,
    from: null,
  }))
  views.set(canvas, made)
  return made
}

const cameras = new Map<string, Camera>()

const key = (canvas: string) => `junto.camera.${canvas}`

/** lastCamera is where this window looked last; null for the first time. */
export function lastCamera(canvas: string): Camera | null {
  const known = cameras.get(canvas)
  if (known) return known
  try {
    const c: unknown = JSON.parse(sessionStorage.getItem(key(canvas)) ?? 'null')
    const { x, y, z } = (c ?? {}) as Partial<Camera>
    return [x, y, z].every(Number.isFinite) ? ({ x, y, z } as Camera) : null
  } catch {
    return null
  }
}

/** Kept beyond a reload once the camera rests. */
const rest = 400
let resting: ReturnType<typeof setTimeout> | undefined

export function keepCamera(canvas: string, c: Camera): void {
  if (cameras.get(canvas) === c) return
  cameras.set(canvas, c)
  clearTimeout(resting)
  resting = setTimeout(() => sessionStorage.setItem(key(canvas), JSON.stringify(c)), rest)
}
