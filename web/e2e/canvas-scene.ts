// A canvas to test with: what `jun call canvas.edit` draws, node by node.

import type { CanvasEdge, CanvasNode, CanvasOp, CanvasRev } from '../src/lib/api.gen'
import type { Daemon } from './daemon'

/** seat is an agent's card, for the demo agent unless told otherwise. */
export function seat(id: string, x: number, y: number, cwd = '/tmp', harness = 'demo'): CanvasNode {
  return {
    id,
    type: 'text',
    x,
    y,
    width: 356,
    height: 244,
    text: id,
    ether: {
      entity: { kind: 'agent', name: `local:${id}` },
      terminal: { bindingId: crypto.randomUUID(), harness, launch: { kind: 'harness', cwd } },
    },
  }
}

export function note(id: string, x: number, y: number, text: string): CanvasNode {
  return { id, type: 'text', x, y, width: 300, height: 196, text }
}

export function region(id: string, x: number, y: number, width: number, height: number, label: string): CanvasNode {
  return { id, type: 'group', x, y, width, height, label, ether: { region: { hold: true } } }
}

export function label(id: string, x: number, y: number, text: string): CanvasNode {
  return { id, type: 'text', x, y, width: 380, height: 80, text, ether: { entity: { kind: 'label' } } }
}

/** canvas makes a canvas with those nodes and lines, and returns its id. */
export async function canvas(
  daemon: Daemon,
  name: string,
  nodes: readonly CanvasNode[],
  lines: readonly [string, string][] = [],
): Promise<string> {
  const made = (await daemon.call('canvas.create', { name })) as CanvasRev
  const ops: CanvasOp[] = [
    ...nodes.map((node): CanvasOp => ({ op: 'add_node', node })),
    ...lines.map(([from, to]): CanvasOp => ({ op: 'add_edge', id: `${from}-${to}`, from, to })),
  ]
  if (ops.length > 0) await daemon.call('canvas.edit', { canvas: made.canvas, rev: made.rev, ops })
  return made.canvas
}

export interface Drawn {
  rev: number
  document: { nodes: CanvasNode[]; edges: CanvasEdge[] }
  world: { play: { playing: boolean }; seats: { node: string; glance: string; terminal?: number }[] }
}

/** drawn is the canvas as the daemon has it. */
export async function drawn(daemon: Daemon, id: string): Promise<Drawn> {
  return (await daemon.call('canvas.get', { canvas: id })) as Drawn
}

/** many is a canvas of so many seats and lines, in rows, region by region. */
export async function many(daemon: Daemon, name: string, nodes: number, lines: number): Promise<string> {
  const across = Math.ceil(Math.sqrt(nodes * 1.4))
  const at = (i: number) => [(i % across) * 420, Math.floor(i / across) * 320] as const
  const made = (await daemon.call('canvas.create', { name })) as CanvasRev
  const id = made.canvas
  let rev = made.rev
  const ops: CanvasOp[] = Array.from({ length: nodes }, (_, i) => ({
    op: 'add_node',
    node: seat(`seat${i}`, ...at(i)),
  }))
  for (let i = 0; i < lines; i++) {
    const from = i % nodes
    // Each node to its next, then to the one after that: no pair twice.
    const to = (from + 1 + Math.floor(i / nodes) * across) % nodes
    ops.push({ op: 'add_edge', from: `seat${from}`, to: `seat${to}` })
  }
  // A call is one argument, and an argument has its limit.
  for (let i = 0; i < ops.length; i += most) {
    const done = await daemon.call('canvas.edit', { canvas: id, rev, ops: ops.slice(i, i + most) })
    rev = (done as CanvasRev).rev
  }
  return id
}

const most = 250
