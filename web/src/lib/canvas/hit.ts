// What is under a point of the surface. The pointer's place is turned into the
// world once, so that a hit is exact at every zoom.

import { type Camera, onScreen, type Tier, toWorld } from './camera'
import { anchor, distance, grown, holds, type Point, type Rect, type Side, sides } from './geometry'
import type { Layout } from './layout'

export type Grip = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw'

export type Hit =
  | { on: 'grip'; id: string; grip: Grip }
  | { on: 'port'; id: string; side: Side }
  | { on: 'node'; id: string }
  | { on: 'edge'; id: string }
  | { on: 'nothing' }

export interface Shown {
  layout: Layout
  camera: Camera
  tier: Tier
  /** The one node that can be resized. */
  resizable: string | null
  /** The node whose ports are shown. */
  ported: string | null
}

/** How near is near enough, in pixels of the screen. */
export const slop = { mouse: 6, touch: 16 }

/** A region's title has this much room in the region, in world pixels. */
const titleRoom = 40
const leastTitle = 26

/** titleBox is where a region's title is, by which it is taken, for the region's
 * rectangle on the screen: in the region where there is room, else above it. */
export function titleBox(r: Rect, z: number): Rect {
  const height = titleRoom * z
  if (height >= leastTitle) return { ...r, height: Math.min(height, r.height) }
  return { ...r, y: r.y - leastTitle, height: leastTitle }
}

/** hit says what is there; what lies on top comes first. */
export function hit(s: Shown, p: Point, near = slop.mouse): Hit {
  const grip = gripAt(s, p, near)
  if (grip && s.resizable) return { on: 'grip', id: s.resizable, grip }
  const side = portAt(s, p, near)
  if (side && s.ported) return { on: 'port', id: s.ported, side }
  const world = toWorld(s.camera, p)
  const node = nodeAt(s, world)
  if (node) return { on: 'node', id: node }
  const edge = edgeAt(s.layout, world, near / s.camera.z)
  if (edge) return { on: 'edge', id: edge }
  const region = regionAt(s, p)
  return region ? { on: 'node', id: region } : { on: 'nothing' }
}

function gripAt(s: Shown, p: Point, near: number): Grip | null {
  if (!s.resizable || s.tier === 'far') return null
  const r = onScreen(s.camera, s.layout.rect(s.resizable))
  if (!holds(grown(r, near), p)) return null
  const v = Math.abs(p.y - r.y) <= near ? 'n' : Math.abs(p.y - (r.y + r.height)) <= near ? 's' : ''
  const h = Math.abs(p.x - r.x) <= near ? 'w' : Math.abs(p.x - (r.x + r.width)) <= near ? 'e' : ''
  return ((v + h) as Grip) || null
}

function portAt(s: Shown, p: Point, near: number): Side | null {
  if (!s.ported || s.tier === 'far') return null
  const r = onScreen(s.camera, s.layout.rect(s.ported))
  return (
    sides.find((side) => {
      const a = portPlace(r, side)
      return Math.hypot(p.x - a.x, p.y - a.y) <= near + portRadius
    }) ?? null
  )
}

/** A port is drawn beside its side, so that it and the side can both be taken. */
export const portRadius = 5
const portGap = 16

export function portPlace(r: Rect, side: Side): Point {
  return anchor(grown(r, portGap), side)
}

/** nodeAt is the topmost node at a point of the world, regions left out. */
export function nodeAt(s: Pick<Shown, 'layout'>, p: Point): string | null {
  const { items } = s.layout.canvas
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i]
    if (item && item.kind !== 'region' && holds(s.layout.rect(item.id), p)) return item.id
  }
  return null
}

function edgeAt(layout: Layout, p: Point, near: number): string | null {
  let found: string | null = null
  let least = near
  for (const { id } of layout.canvas.lines) {
    if (!holds(grown(layout.extent(id), near), p)) continue
    const d = distance(layout.curve(id), p)
    if (d <= least) [found, least] = [id, d]
  }
  return found
}

/** regionAt finds a region by its title or its border: inside it is empty ground. */
function regionAt(s: Shown, p: Point): string | null {
  const near = slop.mouse
  for (let i = s.layout.canvas.items.length - 1; i >= 0; i--) {
    const item = s.layout.canvas.items[i]
    if (item?.kind !== 'region') continue
    const r = onScreen(s.camera, s.layout.rect(item.id))
    if (holds(titleBox(r, s.camera.z), p)) return item.id
    if (!holds(grown(r, near), p)) continue
    const inside = { x: r.x + near, y: r.y + near, width: r.width - 2 * near, height: r.height - 2 * near }
    if (!holds(inside, p) || s.tier === 'far') return item.id
  }
  return null
}
