// Routes the pointer, the wheel and fingers on the surface to gestures. The
// wheel means the same wherever the pointer is: it pans, with Ctrl or ⌘ it zooms.

import { toWorld } from './camera'
import type { Engine, Gesture } from './engine'
import { facing, grown, holds, type Point } from './geometry'
import { band, drag, pan, pinch, place, resize, wire } from './gestures'
import { type Hit, slop } from './hit'
import type { Hooks } from './hooks'
import { joinable } from './law'
import { toggled } from './select'

/** What takes the pointer itself. */
const own = 'button, a, input, textarea, select, [data-island]'

/** How much a wheel's step zooms. */
const zoomStep = 0.0022
const pinchStep = 0.01
const lineOfWheel = 16
/** Ports stay while the pointer is on its way to them, in pixels of the screen. */
const portReach = 30

const cursors: Record<string, string> = {
  n: 'ns-resize',
  s: 'ns-resize',
  e: 'ew-resize',
  w: 'ew-resize',
  ne: 'nesw-resize',
  sw: 'nesw-resize',
  nw: 'nwse-resize',
  se: 'nwse-resize',
}

/** listen routes until the returned function is called. */
export function listen(engine: Engine, hooks: Hooks): () => void {
  const { root } = engine.parts
  const fingers = new Map<number, Point>()
  let space = false

  const begin = (g: Gesture | null, e: PointerEvent) => {
    engine.gesture?.cancel()
    engine.gesture = g
    if (g) root.setPointerCapture(e.pointerId)
  }

  const down = (e: PointerEvent) => {
    if (!(e.target instanceof Element) || e.target.closest(own)) return
    const p = engine.local(e)
    engine.pointer = p
    if (e.pointerType === 'touch') {
      fingers.set(e.pointerId, p)
      if (fingers.size === 2)
        return begin(
          pinch(engine, () => [...fingers.values()]),
          e,
        )
      if (fingers.size > 2) return
    }
    const { tool } = engine.view.getState()
    if (e.button === 1 || (e.button === 0 && (space || tool === 'hand'))) {
      root.style.cursor = 'grabbing'
      return begin(pan(engine, p), e)
    }
    if (e.button === 0) begin(pressed(engine, hooks, p, e), e)
  }

  const move = (e: PointerEvent) => {
    const p = engine.local(e)
    engine.pointer = p
    if (fingers.has(e.pointerId)) fingers.set(e.pointerId, p)
    if (engine.gesture) engine.gesture.move(p)
    else if (e.pointerType !== 'touch') hover(engine, p, space)
  }

  const up = (e: PointerEvent) => {
    fingers.delete(e.pointerId)
    const g = engine.gesture
    engine.gesture = null
    if (e.type === 'pointercancel') g?.cancel()
    else g?.end(engine.local(e))
    if (e.pointerType !== 'touch') hover(engine, engine.local(e), space)
  }

  const wheel = (e: WheelEvent) => {
    if (e.target instanceof Element && !e.ctrlKey && !e.metaKey && e.target.closest('textarea, [data-island]')) return
    e.preventDefault()
    const unit = e.deltaMode === 0 ? 1 : lineOfWheel
    if (e.ctrlKey || e.metaKey) {
      // A pinch of the touch pad comes as small steps with Ctrl.
      const step = Math.abs(e.deltaY) < 40 && e.deltaMode === 0 ? pinchStep : zoomStep
      engine.zoomTo(engine.camera.z * Math.exp(-e.deltaY * unit * step), engine.local(e))
    } else if (e.shiftKey && e.deltaX === 0) engine.pan(-e.deltaY * unit, 0)
    else engine.pan(-e.deltaX * unit, -e.deltaY * unit)
  }

  const twice = (e: MouseEvent) => {
    if (!(e.target instanceof Element) || e.target.closest(own)) return
    const h = engine.hit(engine.local(e))
    if (h.on === 'node') hooks.open(h.id)
    else if (h.on === 'nothing') hooks.add('note', engine.world(engine.local(e)))
  }

  // The focus goes where the gesture says, and no text is selected by a drag.
  const mouse = (e: MouseEvent) => {
    if (e.target instanceof Element && !e.target.closest(own)) e.preventDefault()
  }
  const key = (e: KeyboardEvent) => {
    if (e.code !== 'Space' || (e.target instanceof Element && e.target.closest('input, textarea, [data-island]')))
      return
    if (e.type === 'keydown' && !root.contains(document.activeElement)) return
    space = e.type === 'keydown'
    root.style.cursor = space ? 'grab' : ''
    e.preventDefault()
  }

  const all: [EventTarget, string, (e: never) => void, AddEventListenerOptions?][] = [
    [root, 'pointerdown', down],
    [root, 'pointermove', move],
    [root, 'pointerup', up],
    [root, 'pointercancel', up],
    [root, 'wheel', wheel, { passive: false }],
    [root, 'dblclick', twice],
    [root, 'mousedown', mouse],
    [window, 'keydown', key],
    [window, 'keyup', key],
  ]
  for (const [on, name, fn, options] of all) on.addEventListener(name, fn as EventListener, options)
  return () => {
    for (const [on, name, fn] of all) on.removeEventListener(name, fn as EventListener)
  }
}

/** pressed is what a press of the first button begins. */
function pressed(engine: Engine, hooks: Hooks, p: Point, e: PointerEvent): Gesture | null {
  const { tool, selection } = engine.view.getState()
  const touch = e.pointerType === 'touch'
  const h = engine.hit(p, touch ? slop.touch : slop.mouse)
  const id = 'id' in h ? h.id : null
  if (tool === 'edge') {
    if (h.on === 'port') return wire(engine, hooks, h.id, h.side, p)
    if (h.on === 'node') return wire(engine, hooks, h.id, sideTowards(engine, h.id, p), p)
    engine.view.setState({ tool: 'select' })
    return null
  }
  if (tool !== 'select' && tool !== 'hand') return place(engine, hooks, tool, p)
  engine.pressing = true
  hooks.focus(h.on === 'port' ? null : id)
  engine.pressing = false
  switch (h.on) {
    case 'grip':
      return resize(engine, hooks, p, h.id, h.grip)
    case 'port':
      return wire(engine, hooks, h.id, h.side, p)
    case 'node': {
      if (e.shiftKey) engine.view.setState({ selection: toggled(selection, h.id) })
      else if (!selection.has(h.id)) engine.view.setState({ selection: new Set([h.id]) })
      return drag(engine, hooks, p, h.id, e.shiftKey)
    }
    case 'edge':
      engine.view.setState({ selection: e.shiftKey ? toggled(selection, h.id) : new Set([h.id]) })
      return null
    case 'nothing':
      return touch ? tapOrPan(engine, p) : band(engine, p, e.shiftKey)
  }
}

/** tapOrPan moves the surface with a finger; a tap takes the selection away. */
function tapOrPan(engine: Engine, start: Point): Gesture {
  const moving = pan(engine, start)
  return {
    ...moving,
    end(p) {
      if (Math.hypot(p.x - start.x, p.y - start.y) < slop.touch / 2) engine.view.setState({ selection: new Set() })
    },
  }
}

function sideTowards(engine: Engine, id: string, p: Point) {
  const at = toWorld(engine.camera, p)
  return facing(engine.layout.rect(id), { ...at, width: 1, height: 1 })[0]
}

/** hover shows what a press here would take. */
function hover(engine: Engine, p: Point, space: boolean): void {
  const h = engine.hit(p)
  const edge = h.on === 'edge' ? h.id : null
  const ported = portedAt(engine, h, p)
  if (edge !== engine.hovered || ported !== engine.ported) {
    engine.hovered = edge
    engine.ported = ported
    engine.kick()
  }
  const { tool } = engine.view.getState()
  engine.parts.root.style.cursor = space || tool === 'hand' ? 'grab' : tool !== 'select' ? 'crosshair' : cursorOf(h)
}

function cursorOf(h: Hit): string {
  switch (h.on) {
    case 'grip':
      return cursors[h.grip] ?? ''
    case 'port':
      return 'crosshair'
    case 'edge':
      return 'pointer'
    default:
      return ''
  }
}

function portedAt(engine: Engine, h: Hit, p: Point): string | null {
  if (h.on === 'port') return h.id
  if (h.on === 'node') return joinable(engine.canvas.byID.get(h.id)?.kind ?? '') ? h.id : null
  const last = engine.ported
  return last && holds(grown(engine.onSurface(last), portReach), p) ? last : null
}
