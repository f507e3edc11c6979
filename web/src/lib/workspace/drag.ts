// Where a dragged tab would go.

import type { Side } from './model'

export interface Rect {
  left: number
  top: number
  width: number
  height: number
}

/** Near an edge a drop splits the pane; in the middle the tab joins it. */
const edge = 0.25

/** sideAt is the side of the pane that a point is near; null in its middle. */
export function sideAt(r: Rect, x: number, y: number): Side | null {
  const fromLeft = (x - r.left) / r.width
  const fromTop = (y - r.top) / r.height
  const near: [number, Side][] = [
    [fromLeft, 'left'],
    [1 - fromLeft, 'right'],
    [fromTop, 'above'],
    [1 - fromTop, 'below'],
  ]
  const [distance, side] = near.reduce((a, b) => (b[0] < a[0] ? b : a))
  return distance < edge ? side : null
}

/** indexAt is the place among the tabs where a point is; middles of tabs, left to right. */
export function indexAt(middles: readonly number[], x: number): number {
  const at = middles.findIndex((m) => x < m)
  return at < 0 ? middles.length : at
}

/** indexAfter is the place to ask for when the tab leaves the same strip first. */
export function indexAfter(from: number, to: number): number {
  return from >= 0 && from < to ? to - 1 : to
}

/** The type of what is dragged. */
export const tabType = 'application/x-junto-tab'
