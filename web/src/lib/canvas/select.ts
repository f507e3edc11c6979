// What is selected, and which node comes next.

import type { Canvas, Item } from './document'
import { centre, encloses, overlaps, type Rect } from './geometry'
import type { Layout } from './layout'

/** Selection is nodes and edges by id. */
export type Selection = ReadonlySet<string>

export const none: Selection = new Set()

/** toggled adds an id, or takes it away. */
export function toggled(s: Selection, id: string): Selection {
  const next = new Set(s)
  if (!next.delete(id)) next.add(id)
  return next
}

/** still is the selection without what is gone; the same when nothing is. */
export function still(s: Selection, c: Canvas): Selection {
  const there = [...s].filter((id) => c.byID.has(id) || c.lineByID.has(id))
  return there.length === s.size ? s : new Set(there)
}

/** within are the nodes that a band touches; a region has to lie in it. */
export function within(layout: Layout, band: Rect): string[] {
  return layout.canvas.items
    .filter((i) => (i.kind === 'region' ? encloses : overlaps)(band, layout.rect(i.id)))
    .map((i) => i.id)
}

/** Nodes whose tops differ by less are read as one row, in world pixels. */
const row = 60

/** inReadingOrder goes row by row, from the left. */
export function inReadingOrder(items: readonly Item[]): Item[] {
  const down = [...items].sort((a, b) => a.node.y - b.node.y)
  const rows: Item[][] = []
  for (const i of down) {
    const last = rows.at(-1)
    if (last?.[0] && i.node.y - last[0].node.y < row) last.push(i)
    else rows.push([i])
  }
  return rows.flatMap((r) => r.sort((a, b) => a.node.x - b.node.x))
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/** towards is the nearest node in a direction: what lies straight ahead comes
 * before what is nearer but aside. */
export function towards(layout: Layout, from: string, d: Direction): string | null {
  const start = centre(layout.rect(from))
  let best: string | null = null
  let least = Infinity
  for (const { id } of layout.canvas.items) {
    if (id === from) continue
    const c = centre(layout.rect(id))
    const [dx, dy] = [c.x - start.x, c.y - start.y]
    const ahead = { left: -dx, right: dx, up: -dy, down: dy }[d]
    const aside = Math.abs(d === 'left' || d === 'right' ? dy : dx)
    if (ahead <= 0 || aside > ahead * 2) continue
    const far = ahead + aside * 2
    if (far < least) [best, least] = [id, far]
  }
  return best
}
