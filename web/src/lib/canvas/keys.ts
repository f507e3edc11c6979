// The surface's keys, while it has the focus and no text is written.

import { mac } from '../commands/keys'
import type { Engine } from './engine'
import { shifted, store } from './gestures'
import type { Hooks } from './hooks'
import { taken } from './layout'
import { removed } from './ops'
import { type Direction, none, towards } from './select'
import type { Tool } from './view'

/** Tools by their key. */
export const toolKeys: Record<string, Tool> = {
  v: 'select',
  h: 'hand',
  a: 'agent',
  t: 'terminal',
  n: 'note',
  l: 'label',
  r: 'region',
  g: 'git',
  f: 'file',
  k: 'link',
  e: 'edge',
}

const arrows: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** How far an arrow moves a node, in world pixels; with Shift, exactly. */
const step = 8
/** How far an arrow moves the surface where nothing is selected. */
const stride = 60
const zoomBy = 1.25

/** pressed does what a key is for; it says whether it was for anything. */
export function pressed(engine: Engine, hooks: Hooks, e: KeyboardEvent): boolean {
  const mod = mac ? e.metaKey : e.ctrlKey
  if (mod) return withMod(engine, hooks, e)
  if (e.altKey || e.ctrlKey || e.metaKey) return false
  const { selection, from } = engine.view.getState()
  const arrow = arrows[e.key]
  if (arrow) return arrowed(engine, arrow, e.shiftKey ? 1 : step)
  const tool = toolKeys[e.key.toLowerCase()]
  if (tool && !e.shiftKey) {
    if (tool === 'edge') return beginEdge(engine)
    engine.view.setState({ tool, from: null })
    return true
  }
  switch (e.key) {
    case 'Delete':
    case 'Backspace':
      if (selection.size > 0) void hooks.commit(removed(engine.canvas, selection))
      return selection.size > 0
    case 'Escape':
      return escaped(engine)
    case 'Enter': {
      const [id] = selection
      if (!id) return false
      if (from) endEdge(engine, hooks, id)
      else hooks.open(id)
      return true
    }
    case '+':
    case '=':
      engine.zoomTo(engine.camera.z * zoomBy)
      return true
    case '-':
      engine.zoomTo(engine.camera.z / zoomBy)
      return true
    case '0':
      engine.zoomTo(1)
      return true
    case '1':
      engine.fit()
      return true
    case '2':
      if (selection.size > 0) engine.fit(nodesOf(engine), 1.5)
      return true
  }
  return false
}

function withMod(engine: Engine, hooks: Hooks, e: KeyboardEvent): boolean {
  const arrow = arrows[e.key]
  if (arrow) return stepTo(engine, hooks, arrow)
  switch (e.key.toLowerCase()) {
    case 'z':
      if (e.shiftKey) hooks.redo()
      else hooks.undo()
      return true
    case 'y':
      hooks.redo()
      return true
    case 'a':
      engine.view.setState({ selection: new Set(engine.canvas.byID.keys()) })
      return true
  }
  return false
}

/** released stores what arrow keys have moved. */
export function released(engine: Engine, hooks: Hooks, e: KeyboardEvent): void {
  if (arrows[e.key] && engine.layout.places.size > 0 && !engine.gesture) void store(engine, hooks)
}

function nodesOf(engine: Engine): string[] {
  return [...engine.view.getState().selection].filter((id) => engine.canvas.byID.has(id))
}

function arrowed(engine: Engine, d: Direction, by: number): boolean {
  const [dx, dy] = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }[d] as [number, number]
  const ids = nodesOf(engine)
  if (ids.length === 0) {
    engine.pan(-dx * stride, -dy * stride)
    return true
  }
  const origin = new Map([...taken(engine.canvas, ids)].map((id) => [id, engine.layout.rect(id)]))
  engine.move(shifted(origin, dx * by, dy * by))
  return true
}

/** stepTo selects the node that lies in a direction. */
function stepTo(engine: Engine, hooks: Hooks, d: Direction): boolean {
  const [from] = nodesOf(engine)
  const next = from ? towards(engine.layout, from, d) : engine.canvas.items.at(-1)?.id
  if (next) hooks.focus(next)
  return true
}

function beginEdge(engine: Engine): boolean {
  const [id] = nodesOf(engine)
  engine.view.setState(id ? { from: id, tool: 'select' } : { tool: 'edge', from: null })
  return true
}

function endEdge(engine: Engine, hooks: Hooks, to: string): void {
  const { from } = engine.view.getState()
  engine.view.setState({ from: null })
  if (from && engine.canvas.byID.has(to)) hooks.connect(from, to)
}

function escaped(engine: Engine): boolean {
  if (engine.gesture) {
    engine.gesture.cancel()
    engine.gesture = null
    return true
  }
  const { tool, from, selection } = engine.view.getState()
  if (tool === 'select' && !from && selection.size === 0) return false
  engine.view.setState({ tool: 'select', from: null, ...(tool === 'select' && !from ? { selection: none } : {}) })
  return true
}
