// What a gesture asks the daemon for, as operations of canvas.edit.

import { CallError } from '../api/call'
import type { CanvasNode, CanvasOp as Op } from '../api.gen'
import type { Canvas } from './document'
import type { Rect } from './geometry'
import type { Grip } from './hit'
import type { Selection } from './select'

/** placed asks for the places that a gesture has given nodes, in whole pixels. */
export function placed(c: Canvas, places: ReadonlyMap<string, Rect>): Op[] {
  const ops: Op[] = []
  for (const [id, r] of places) {
    const was = c.byID.get(id)?.node
    if (!was) continue
    const [x, y, width, height] = [r.x, r.y, r.width, r.height].map(Math.round) as [number, number, number, number]
    if (width !== was.width || height !== was.height) ops.push({ op: 'set_node', id, x, y, width, height })
    else if (x !== was.x || y !== was.y) ops.push({ op: 'move_node', id, x, y })
  }
  return ops
}

/** removed deletes what is selected; an edge goes with its node. */
export function removed(c: Canvas, s: Selection): Op[] {
  const edges = c.lines
    .filter(({ id, edge }) => s.has(id) && !s.has(edge.fromNode) && !s.has(edge.toNode))
    .map(({ id }): Op => ({ op: 'delete_edge', id }))
  const nodes = c.items.filter(({ id }) => s.has(id)).map(({ id }): Op => ({ op: 'delete_node', id }))
  return [...edges, ...nodes]
}

/** The least size of a node, so that it can be read and taken. */
export const least = { width: 60, height: 36 }

/** resized is a rectangle after a grip was dragged. */
export function resized(r: Rect, grip: Grip, dx: number, dy: number): Rect {
  const west = grip.includes('w')
  const north = grip.includes('n')
  const across = west ? -dx : grip.includes('e') ? dx : 0
  const down = north ? -dy : grip.includes('s') ? dy : 0
  const width = Math.max(least.width, r.width + across)
  const height = Math.max(least.height, r.height + down)
  return {
    x: west ? r.x + r.width - width : r.x,
    y: north ? r.y + r.height - height : r.y,
    width,
    height,
  }
}

/** again says whether operations that were meant for one revision may be done to
 * a later one: what they touch must be there, and what they write over must be
 * what the person saw. It throws what the person has to know. */
export function again(ops: readonly Op[], seen: Canvas, now: Canvas): Op[] {
  for (const op of ops) {
    if (op.op === 'add_node') continue
    const ids = op.op === 'add_edge' ? [op.from, op.to] : [op.id]
    const gone = ids.find((id) => !now.byID.has(id) && !now.lineByID.has(id))
    if (gone) throw lost(`${nameOf(seen, gone)} was deleted in another window`)
    if (op.op !== 'set_node') continue
    const [was, is] = [seen.byID.get(op.id)?.node, now.byID.get(op.id)?.node]
    for (const field of Object.keys(op)) {
      if (field === 'op' || field === 'id' || !was || !is) continue
      if (JSON.stringify(fieldOf(was, field)) !== JSON.stringify(fieldOf(is, field)))
        throw lost(`${nameOf(seen, op.id)} was changed in another window`)
    }
  }
  return [...ops]
}

function lost(message: string): CallError {
  return new CallError('Conflict', message, 'look at it as it is now, and do it again if you still want it')
}

function fieldOf(n: CanvasNode, field: string): unknown {
  return (n as unknown as Record<string, unknown>)[field]
}

function nameOf(c: Canvas, id: string): string {
  return c.byID.get(id)?.title ?? c.lineByID.get(id)?.says ?? 'it'
}
