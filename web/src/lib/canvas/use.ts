// How components read one canvas and one window's view of it.

import { useSyncExternalStore } from 'react'
import { useCanvases } from './canvases'
import type { Canvas } from './document'
import { type View, viewOf } from './view'

/** useCanvas reads a part of a canvas that is there; pick must return the same
 * value for the same canvas. */
export function useCanvas<T>(id: string, pick: (c: Canvas) => T): T | undefined {
  return useCanvases((s) => {
    const c = s.shown[id]
    return c && c !== 'gone' ? pick(c) : undefined
  })
}

/** useView reads a part of this window's view of a canvas. */
export function useView<T>(id: string, pick: (v: View) => T): T {
  const view = viewOf(id)
  return useSyncExternalStore(view.subscribe, () => pick(view.getState()))
}
