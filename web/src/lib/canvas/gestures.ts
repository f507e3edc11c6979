// What the pointer does between its press and its release.

import { zoomed } from './camera'
import type { Engine, Gesture } from './engine'
import { type Point, type Rect, type Side, spanning } from './geometry'
import { type Grip, nodeAt } from './hit'
import type { Hooks } from './hooks'
import { verbsBetween } from './law'
import { taken } from './layout'
import { placed, resized } from './ops'
import { none, type Selection, within } from './select'
import type { NewKind } from './view'

/** A press that moves less is a click. */
const click = 3

function moved(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) > click || Math.abs(a.y - b.y) > click
}

export function pan(engine: Engine, start: Point): Gesture {
  let last = start
  return {
    move(p) {
      engine.pan(p.x - last.x, p.y - last.y)
      last = p
    },
    end() {},
    cancel() {},
  }
}

/** pinch zooms about the middle of two fingers, and pans with it. */
export function pinch(engine: Engine, fingers: () => readonly Point[]): Gesture {
  const look = () => {
    const [a, b] = fingers()
    return a && b
      ? { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, apart: Math.hypot(a.x - b.x, a.y - b.y) }
      : null
  }
  let last = look()
  return {
    move() {
      const now = look()
      if (now && last && last.apart > 0) {
        engine.pan(now.middle.x - last.middle.x, now.middle.y - last.middle.y)
        engine.look(zoomed(engine.camera, (engine.camera.z * now.apart) / last.apart, now.middle))
      }
      last = now
    },
    end() {},
    cancel() {},
  }
}

/** band selects what it touches; with keep, besides what is selected. */
export function band(engine: Engine, start: Point, keep: boolean): Gesture {
  const before: Selection = keep ? engine.view.getState().selection : none
  const from = engine.world(start)
  let drawn = false
  const over = () => {
    engine.band = null
    engine.kick()
  }
  return {
    pans: true,
    move(p) {
      drawn ||= moved(start, p)
      if (!drawn) return
      const world = spanning(from, engine.world(p))
      const [x, y, z] = [engine.camera.x, engine.camera.y, engine.camera.z]
      engine.band = { x: world.x * z + x, y: world.y * z + y, width: world.width * z, height: world.height * z }
      engine.view.setState({ selection: new Set([...before, ...within(engine.layout, world)]) })
      engine.kick()
    },
    end() {
      if (!drawn) engine.view.setState({ selection: before })
      over()
    },
    cancel() {
      engine.view.setState({ selection: before })
      over()
    },
  }
}

/** drag moves what is selected; a press that does not move leaves only the node. */
export function drag(engine: Engine, hooks: Hooks, start: Point, id: string, keep: boolean): Gesture {
  const from = engine.world(start)
  const { selection } = engine.view.getState()
  const ids = taken(
    engine.canvas,
    [...selection].filter((i) => engine.canvas.byID.has(i)),
  )
  const origin = new Map([...ids].map((i) => [i, engine.layout.rect(i)]))
  let dragging = false
  return {
    pans: true,
    move(p) {
      dragging ||= moved(start, p)
      if (!dragging) return
      const to = engine.world(p)
      engine.move(shifted(origin, to.x - from.x, to.y - from.y))
    },
    end() {
      if (dragging) void store(engine, hooks)
      else if (!keep) engine.view.setState({ selection: new Set([id]) })
    },
    cancel: () => engine.settle(),
  }
}

export function shifted(origin: ReadonlyMap<string, Rect>, dx: number, dy: number): Map<string, Rect> {
  return new Map([...origin].map(([i, r]) => [i, { ...r, x: Math.round(r.x + dx), y: Math.round(r.y + dy) }]))
}

/** store keeps what a gesture has moved; what is refused goes back. */
export async function store(engine: Engine, hooks: Hooks): Promise<void> {
  const ops = placed(engine.canvas, engine.layout.places)
  if (ops.length > 0) await hooks.commit(ops)
  // Another gesture may have begun meanwhile: it stores what it moves itself.
  if (!engine.gesture) engine.settle()
}

export function resize(engine: Engine, hooks: Hooks, start: Point, id: string, grip: Grip): Gesture {
  const from = engine.world(start)
  const origin = engine.layout.rect(id)
  return {
    pans: true,
    move(p) {
      const to = engine.world(p)
      engine.move(new Map([[id, resized(origin, grip, Math.round(to.x - from.x), Math.round(to.y - from.y))]]))
    },
    end: () => void store(engine, hooks),
    cancel: () => engine.settle(),
  }
}

/** wire draws an edge from a node to the one that it is let go over. Where several
 * verbs are allowed the target is parted into as many landings, side by side. */
export function wire(engine: Engine, hooks: Hooks, from: string, side: Side, start: Point): Gesture {
  const kind = (id: string | null) => engine.canvas.byID.get(id ?? '')?.kind ?? ''
  const legal = (on: boolean) => {
    for (const i of engine.canvas.items) {
      engine.cards.light(i.id, on && i.id !== from && verbsBetween(kind(from), i.kind).length > 0)
    }
  }
  const over = () => {
    engine.wire = null
    legal(false)
    engine.kick()
  }
  const gesture: Gesture = {
    pans: true,
    move(p) {
      const found = nodeAt(engine, engine.world(p))
      const target = found === from ? null : found
      const verbs = target ? verbsBetween(kind(from), kind(target)) : []
      const landing = target ? landingAt(engine.onSurface(target), p, verbs.length) : 0
      engine.wire = { from, side, to: p, target, verbs, landing }
      engine.kick()
    },
    end() {
      const drawn = engine.wire
      over()
      // What the table does not allow is asked for all the same: the daemon says why not.
      if (drawn?.target) hooks.connect(from, drawn.target, drawn.verbs[drawn.landing])
    },
    cancel: over,
  }
  legal(true)
  gesture.move(start)
  return gesture
}

/** landingAt is which of a card's landings a point is over, from the left. */
export function landingAt(r: Rect, p: Point, landings: number): number {
  return Math.min(Math.max(0, landings - 1), Math.max(0, Math.floor(((p.x - r.x) / r.width) * landings)))
}

/** place puts a new node where the pointer was pressed; dragging gives its size. */
export function place(engine: Engine, hooks: Hooks, kind: NewKind, start: Point): Gesture {
  const from = engine.world(start)
  const over = () => {
    engine.band = null
    engine.view.setState({ tool: 'select' })
    engine.kick()
  }
  return {
    move(p) {
      engine.band = spanning(start, p)
      engine.kick()
    },
    end(p) {
      over()
      hooks.add(kind, from, moved(start, p) ? spanning(from, engine.world(p)) : undefined)
    },
    cancel: over,
  }
}
