// What the page reads of a canvas: nodes and edges as they are authored, and
// what the daemon derives from them, joined by id.

import type { CanvasDoc, CanvasEdge, CanvasNode, EdgeView, NodeView, Play, RegionView, SeatView } from '../api.gen'

/** Item is a node and what follows for it. */
export interface Item {
  id: string
  node: CanvasNode
  kind: string
  title: string
  actor: boolean
  built: boolean
  /** The regions that it lies in, the innermost last. */
  regions: readonly string[]
}

/** Line is an edge and what it grants. */
export interface Line {
  id: string
  edge: CanvasEdge
  verb: string
  /** "builder messages reviewer" */
  says: string
  /** What that lets the two do; empty for a line that grants nothing. */
  means: string
}

/** Canvas is one canvas as the page draws it. What did not change from one
 * reading to the next is the same object. */
export interface Canvas {
  id: string
  name: string
  rev: number
  /** In the order of drawing, regions first. */
  items: readonly Item[]
  lines: readonly Line[]
  byID: ReadonlyMap<string, Item>
  lineByID: ReadonlyMap<string, Line>
  regions: ReadonlyMap<string, RegionView>
  seats: ReadonlyMap<string, SeatView>
  play: Play
  undo: boolean
  redo: boolean
}

/** read joins a document with what follows from it. */
export function read(doc: CanvasDoc, before?: Canvas): Canvas {
  const { nodes, edges } = doc.document
  const views = new Map(doc.world.nodes.map((v) => [v.id, v]))
  const says = new Map(doc.world.edges.map((v) => [v.id, v]))
  const items = nodes.map((n) => kept(before?.byID.get(n.id), itemOf(n, views.get(n.id))))
  const lines = edges.map((e) => kept(before?.lineByID.get(e.id), lineOf(e, says.get(e.id))))
  const ordered = [...items.filter((i) => i.kind === 'region'), ...items.filter((i) => i.kind !== 'region')]
  return {
    id: doc.canvas,
    name: doc.name,
    rev: doc.rev,
    items: ordered,
    lines,
    byID: new Map(ordered.map((i) => [i.id, i])),
    lineByID: new Map(lines.map((l) => [l.id, l])),
    regions: new Map(doc.world.regions.map((r) => [r.id, kept(before?.regions.get(r.id), r)])),
    seats: seatsOf(doc.world.seats, before?.seats),
    play: kept(before?.play, doc.world.play),
    undo: doc.world.undo,
    redo: doc.world.redo,
  }
}

/** seatsOf are the seats by node. */
export function seatsOf(
  seats: readonly SeatView[],
  before?: ReadonlyMap<string, SeatView>,
): ReadonlyMap<string, SeatView> {
  return new Map(seats.map((s) => [s.node, kept(before?.get(s.node), s)]))
}

/** kept is the old value when the new one says the same. */
function kept<T>(old: T | undefined, now: T): T {
  return old !== undefined && JSON.stringify(old) === JSON.stringify(now) ? old : now
}

function itemOf(node: CanvasNode, view: NodeView | undefined): Item {
  return {
    id: node.id,
    node,
    kind: view?.kind ?? (node.type === 'group' ? 'region' : 'note'),
    title: view?.title ?? node.id,
    actor: view?.role === 'actor',
    built: view?.built ?? true,
    regions: view?.regions ?? [],
  }
}

function lineOf(edge: CanvasEdge, view: EdgeView | undefined): Line {
  return { id: edge.id, edge, verb: edge.ether?.verb ?? '', says: view?.says ?? '', means: view?.means ?? '' }
}

/** seated says that something runs in the card, or could: an agent or a plain shell. */
export function seated(i: Item): boolean {
  return i.actor || i.kind === 'terminal'
}
