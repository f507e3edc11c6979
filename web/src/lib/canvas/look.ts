// How nodes look and are called: names, colours, flags and the order of drawing.

import type { CanvasFlag, CanvasOp } from '../api.gen'
import { store } from '../app/store'
import { edit } from './actions'
import { canvasNow } from './canvases'

/** nameRegion asks for a region's name. */
export function nameRegion(id: string, node: string): void {
  const seen = canvasNow(id)
  const value = seen?.byID.get(node)?.node.label ?? ''
  store.setState({
    form: {
      title: 'Name the region',
      label: 'Name',
      hint: 'What lies fully in it belongs to it: its seats see each other, and may be paused together.',
      value,
      action: 'Name',
      submit: async (label) =>
        (await edit(id, [{ op: 'set_node', id: node, label }])) ? '' : 'the name was not taken',
    },
  })
}

/** setColour gives a node one of JSON Canvas' colours, or takes it away. */
export function setColour(id: string, node: string, color: string | null): void {
  void edit(id, [{ op: 'set_node', id: node, color }])
}

/** flag puts a mark on a node, or takes it away. */
export function flag(id: string, node: string, which: CanvasFlag, on: boolean): void {
  const before = canvasNow(id)?.byID.get(node)?.node.ether?.flags ?? []
  const flags = on ? [...before, which] : before.filter((f) => f !== which)
  void edit(id, [{ op: 'set_node', id: node, ether: { flags } }])
}

/** order draws a node above all others, or below them. */
export function order(id: string, node: string, where: 'front' | 'back'): void {
  const last = (canvasNow(id)?.items.length ?? 1) - 1
  void edit(id, [{ op: 'order_node', id: node, at: where === 'front' ? last : 0 }] satisfies CanvasOp[])
}

/** setHold says whether a region takes along what lies in it. */
export function setHold(id: string, node: string, on: boolean): void {
  void edit(id, [{ op: 'set_node', id: node, ether: { region: { hold: on } } }])
}

/** endOnDelete says what becomes of a seat's agent when its card is deleted. */
export function endOnDelete(id: string, node: string, on: boolean): void {
  void edit(id, [{ op: 'set_node', id: node, ether: { terminal: { onDelete: on ? 'kill-session' : null } } }])
}
