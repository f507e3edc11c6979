// The camera: which part of the world the surface shows, and how large. A point
// of the world is at world × z + (x, y) on the surface, in CSS pixels.

import type { Point, Rect } from './geometry'

export interface Camera {
  x: number
  y: number
  z: number
}

export interface Size {
  width: number
  height: number
}

export const home: Camera = { x: 0, y: 0, z: 1 }

export const leastZoom = 0.05
export const mostZoom = 4

export function clampZoom(z: number): number {
  return Math.min(mostZoom, Math.max(leastZoom, z))
}

export function toWorld(c: Camera, p: Point): Point {
  return { x: (p.x - c.x) / c.z, y: (p.y - c.y) / c.z }
}

export function toScreen(c: Camera, p: Point): Point {
  return { x: p.x * c.z + c.x, y: p.y * c.z + c.y }
}

export function onScreen(c: Camera, r: Rect): Rect {
  return { ...toScreen(c, r), width: r.width * c.z, height: r.height * c.z }
}

/** seen is the part of the world that a surface of that size shows. */
export function seen(c: Camera, size: Size): Rect {
  return { ...toWorld(c, { x: 0, y: 0 }), width: size.width / c.z, height: size.height / c.z }
}

export function panned(c: Camera, dx: number, dy: number): Camera {
  return { ...c, x: c.x + dx, y: c.y + dy }
}

/** zoomed shows the world at zoom z, and leaves what is under the point there. */
export function zoomed(c: Camera, z: number, at: Point): Camera {
  const next = clampZoom(z)
  const k = next / c.z
  return { x: at.x - (at.x - c.x) * k, y: at.y - (at.y - c.y) * k, z: next }
}

/** Room around what is fitted, left free for the bars above and below it. */
export interface Margin {
  top: number
  right: number
  bottom: number
  left: number
}

/** fitted shows the whole rectangle, never larger than most nor smaller than least. */
export function fitted(r: Rect, size: Size, m: Margin, most = 1, least = leastZoom): Camera {
  const width = Math.max(1, size.width - m.left - m.right)
  const height = Math.max(1, size.height - m.top - m.bottom)
  const z = Math.max(least, Math.min(most, width / Math.max(1, r.width), height / Math.max(1, r.height)))
  return {
    x: m.left + (width - r.width * z) / 2 - r.x * z,
    y: m.top + (height - r.height * z) / 2 - r.y * z,
    z,
  }
}

/** revealed moves as little as needed to show the rectangle; the same camera if it is shown. */
export function revealed(c: Camera, r: Rect, size: Size, m: Margin): Camera {
  const s = onScreen(c, r)
  const dx = shift(s.x, s.width, m.left, size.width - m.right)
  const dy = shift(s.y, s.height, m.top, size.height - m.bottom)
  return dx === 0 && dy === 0 ? c : panned(c, dx, dy)
}

function shift(start: number, length: number, from: number, to: number): number {
  if (start < from || length > to - from) return from - start
  return start + length > to ? to - start - length : 0
}

/** between is the camera on the way from one to the other, t from 0 to 1. Zoom
 * changes by factors, so that the speed looks even. */
export function between(a: Camera, b: Camera, size: Size, t: number): Camera {
  const z = a.z * (b.z / a.z) ** t
  const middle = { x: size.width / 2, y: size.height / 2 }
  const [from, to] = [toWorld(a, middle), toWorld(b, middle)]
  // The centre moves with the zoom: equally fast on the screen.
  const k = a.z === b.z ? t : (1 / z - 1 / a.z) / (1 / b.z - 1 / a.z)
  const x = from.x + (to.x - from.x) * k
  const y = from.y + (to.y - from.y) * k
  return { x: middle.x - x * z, y: middle.y - y * z, z }
}

/** How much of a node is drawn: all of it, its terminal as bars, or a box. */
export type Tier = 'near' | 'mid' | 'far'

const nearFrom = 0.7
const midFrom = 0.35
/** A zoom at the border must not flicker between two ways of drawing. */
const hysteresis = 0.03

/** tierOf is how much is drawn at a zoom, after the tier before. */
export function tierOf(z: number, before: Tier): Tier {
  const near = before === 'near' ? nearFrom - hysteresis : nearFrom + hysteresis
  const mid = before === 'far' ? midFrom + hysteresis : midFrom - hysteresis
  return z >= near ? 'near' : z >= mid ? 'mid' : 'far'
}
