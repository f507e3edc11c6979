// Where everything is: the document's places, with what a gesture has moved.

import type { Canvas } from './document'
import { anchor, type Curve, encloses, extent, facing, join, type Point, type Rect, type Side, sides } from './geometry'

interface Route {
  curve: Curve
  extent: Rect
}

/** Layout holds a canvas' rectangles and curves; a drag changes only what it moves. */
export class Layout {
  readonly canvas: Canvas
  private readonly moved = new Map<string, Rect>()
  private readonly routes = new Map<string, Route>()
  /** How far an edge is put aside of others between the same two nodes. */
  private readonly aside: ReadonlyMap<string, number>

  constructor(canvas: Canvas, moved: ReadonlyMap<string, Rect> = new Map()) {
    this.canvas = canvas
    this.aside = asides(canvas)
    for (const [id, r] of moved) if (canvas.byID.has(id)) this.moved.set(id, r)
  }

  /** rect is where a node is now; a node that is gone is nowhere. */
  rect(id: string): Rect {
    return this.moved.get(id) ?? this.canvas.byID.get(id)?.node ?? nowhere
  }

  curve(id: string): Curve {
    return this.route(id).curve
  }

  /** extent is a rectangle that an edge's curve cannot leave. */
  extent(id: string): Rect {
    return this.route(id).extent
  }

  /** move puts nodes elsewhere for now. */
  move(places: ReadonlyMap<string, Rect>): void {
    for (const [id, r] of places) this.moved.set(id, r)
    this.reroute(places)
  }

  /** settle forgets what was moved. */
  settle(): void {
    const before = new Map(this.moved)
    this.moved.clear()
    this.reroute(before)
  }

  /** places are the nodes that are elsewhere than the document says. */
  get places(): ReadonlyMap<string, Rect> {
    return this.moved
  }

  private reroute(nodes: ReadonlyMap<string, Rect>): void {
    for (const { id, edge } of this.canvas.lines) {
      if (nodes.has(edge.fromNode) || nodes.has(edge.toNode)) this.routes.delete(id)
    }
  }

  private route(id: string): Route {
    const known = this.routes.get(id)
    if (known) return known
    const edge = this.canvas.lineByID.get(id)?.edge
    const from = this.rect(edge?.fromNode ?? '')
    const to = this.rect(edge?.toNode ?? '')
    const [a, b] = facing(from, to)
    const fromSide = sideOf(edge?.fromSide) ?? a
    const toSide = sideOf(edge?.toSide) ?? b
    const by = this.aside.get(id) ?? 0
    const curve = join(
      along(anchor(from, fromSide), fromSide, by),
      fromSide,
      along(anchor(to, toSide), toSide, by),
      toSide,
    )
    const made = { curve, extent: extent(curve) }
    this.routes.set(id, made)
    return made
  }
}

/** What two edges between the same two nodes are apart: their verbs can both be read. */
const apart = 28

function asides(c: Canvas): Map<string, number> {
  const seen = new Map<string, number>()
  const all = new Map<string, number>()
  for (const { id, edge } of c.lines) {
    const pair = [edge.fromNode, edge.toNode].sort().join('\n')
    const n = seen.get(pair) ?? 0
    seen.set(pair, n + 1)
    if (n > 0) all.set(id, n * apart)
  }
  return all
}

/** along is a point that was moved along a side. */
function along(p: Point, side: Side, by: number): Point {
  return side === 'left' || side === 'right' ? { x: p.x, y: p.y + by } : { x: p.x + by, y: p.y }
}

function sideOf(name: string | undefined): Side | undefined {
  return sides.find((s) => s === name)
}

const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 }

/** taken are the nodes that move when these are dragged: a region that holds
 * takes along what lies in it. */
export function taken(c: Canvas, ids: Iterable<string>): Set<string> {
  const all = new Set(ids)
  for (const id of [...all]) {
    const region = c.byID.get(id)
    if (!region?.node.ether?.region?.hold) continue
    for (const i of c.items) if (encloses(region.node, i.node)) all.add(i.id)
  }
  return all
}
