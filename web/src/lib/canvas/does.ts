// What the surface's gestures and keys lead to.

import { openTerminal, peek, show } from '../app/actions'
import { edit, redo, undo } from './actions'
import { canvasNow } from './canvases'
import type { Engine } from './engine'
import type { Hooks } from './hooks'
import { nameRegion } from './look'
import { made, spot } from './make'

const known = new WeakMap<Engine, Hooks>()

/** hooksOf are the hooks of an engine's surface. */
export function hooksOf(id: string, engine: Engine): Hooks {
  const before = known.get(engine)
  if (before) return before
  const hooks: Hooks = {
    commit: (ops) => edit(id, ops),
    undo: () => void undo(id),
    redo: () => void redo(id),
    open: (node) => open(id, engine, node),
    add: (kind, at, drawn) => {
      const place = spot(kind, at, drawn)
      if (kind === 'note' || kind === 'label') void write(id, engine, kind, place)
      else engine.view.setState({ draft: { kind, place }, tool: 'select' })
    },
    connect: (from, to, verb) => void edit(id, [{ op: 'add_edge', from, to, ...(verb ? { verb } : {}) }]),
    focus: (item) => focus(engine, item),
  }
  known.set(engine, hooks)
  return hooks
}

/** write makes a text node and begins to write it. */
async function write(
  id: string,
  engine: Engine,
  kind: 'note' | 'label',
  place: ReturnType<typeof spot>,
): Promise<void> {
  const node = made(kind, place, { name: '' })
  if (!(await edit(id, [{ op: 'add_node', node }], { gesture: node.id }))) return
  engine.view.setState({ selection: new Set([node.id]), editing: node.id, tool: 'select' })
}

/** open does what a node is for. */
function open(id: string, engine: Engine, node: string): void {
  const c = canvasNow(id)
  const item = c?.byID.get(node)
  if (!c || !item) return
  if (engine.tier === 'far') return engine.fit([node])
  const terminal = c.seats.get(node)?.terminal
  if (terminal) return peek(terminal)
  switch (item.kind) {
    case 'note':
    case 'label':
      return beginWriting(engine, node)
    case 'region':
      return nameRegion(id, node)
    case 'file':
      return show(`file:${item.node.file}`)
    default:
      return engine.fit([node])
  }
}

/** Below this zoom what is written could not be read. */
const readable = 0.8

export function beginWriting(engine: Engine, node: string): void {
  if (engine.camera.z < readable) engine.fit([node])
  engine.view.setState({ editing: node, selection: new Set([node]) })
}

/** openInTab shows a seat's terminal in a tab. */
export function openInTab(terminal: number): void {
  openTerminal(terminal)
}

function focus(engine: Engine, item: string | null): void {
  const { root } = engine.parts
  const stop = item ? root.querySelector<HTMLElement>(`[data-stop="${CSS.escape(item)}"]`) : root
  stop?.focus({ preventScroll: true })
}
