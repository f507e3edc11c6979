// Rectangles, sides and the curves between them. Lengths are world pixels; y
// grows downwards.

export interface Point {
  x: number
  y: number
}

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

export type Side = 'top' | 'right' | 'bottom' | 'left'

export const sides: readonly Side[] = ['top', 'right', 'bottom', 'left']

export function holds(r: Rect, p: Point): boolean {
  return p.x >= r.x && p.x <= r.x + r.width && p.y >= r.y && p.y <= r.y + r.height
}

/** encloses says that the inner rectangle lies fully in the outer one. */
export function encloses(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

export function overlaps(a: Rect, b: Rect): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height
}

export function grown(r: Rect, by: number): Rect {
  return { x: r.x - by, y: r.y - by, width: r.width + 2 * by, height: r.height + 2 * by }
}

/** spanning is the rectangle between two corners. */
export function spanning(a: Point, b: Point): Rect {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }
}

/** around is the least rectangle around all; null for none. */
export function around(all: readonly Rect[]): Rect | null {
  if (all.length === 0) return null
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const r of all) {
    left = Math.min(left, r.x)
    top = Math.min(top, r.y)
    right = Math.max(right, r.x + r.width)
    bottom = Math.max(bottom, r.y + r.height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

export function centre(r: Rect): Point {
  return { x: r.x + r.width / 2, y: r.y + r.height / 2 }
}

/** anchor is the middle of a side. */
export function anchor(r: Rect, side: Side): Point {
  switch (side) {
    case 'top':
      return { x: r.x + r.width / 2, y: r.y }
    case 'bottom':
      return { x: r.x + r.width / 2, y: r.y + r.height }
    case 'left':
      return { x: r.x, y: r.y + r.height / 2 }
    case 'right':
      return { x: r.x + r.width, y: r.y + r.height / 2 }
  }
}

/** facing are the sides by which two rectangles look at each other. */
export function facing(a: Rect, b: Rect): [Side, Side] {
  // The wider gap decides; where they overlap both ways, the centres do.
  const across = Math.max(b.x - (a.x + a.width), a.x - (b.x + b.width))
  const down = Math.max(b.y - (a.y + a.height), a.y - (b.y + b.height))
  const [from, to] = [centre(a), centre(b)]
  if (across >= down) return to.x >= from.x ? ['right', 'left'] : ['left', 'right']
  return to.y >= from.y ? ['bottom', 'top'] : ['top', 'bottom']
}

/** Curve is a cubic from a to b. */
export interface Curve {
  a: Point
  ca: Point
  cb: Point
  b: Point
}

const outwards: Record<Side, Point> = {
  top: { x: 0, y: -1 },
  right: { x: 1, y: 0 },
  bottom: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
}

/** How far a curve runs straight out of a side, least and most. */
const leastBend = 24
const mostBend = 160

/** join is the curve between two points that leave by the sides. */
export function join(a: Point, fromSide: Side, b: Point, toSide: Side): Curve {
  const bend = Math.min(mostBend, Math.max(leastBend, Math.hypot(b.x - a.x, b.y - a.y) * 0.4))
  const out = (p: Point, s: Side) => ({ x: p.x + outwards[s].x * bend, y: p.y + outwards[s].y * bend })
  return { a, ca: out(a, fromSide), cb: out(b, toSide), b }
}

/** at is the point of a curve at t, from 0 to 1. */
export function at(c: Curve, t: number): Point {
  const u = 1 - t
  const [k0, k1, k2, k3] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
  return {
    x: k0 * c.a.x + k1 * c.ca.x + k2 * c.cb.x + k3 * c.b.x,
    y: k0 * c.a.y + k1 * c.ca.y + k2 * c.cb.y + k3 * c.b.y,
  }
}

/** extent is a rectangle that a curve cannot leave. */
export function extent(c: Curve): Rect {
  const left = Math.min(c.a.x, c.ca.x, c.cb.x, c.b.x)
  const top = Math.min(c.a.y, c.ca.y, c.cb.y, c.b.y)
  return {
    x: left,
    y: top,
    width: Math.max(c.a.x, c.ca.x, c.cb.x, c.b.x) - left,
    height: Math.max(c.a.y, c.ca.y, c.cb.y, c.b.y) - top,
  }
}

/** Pieces that a curve is cut into to measure how far a point is from it. */
const pieces = 24

/** distance is how far a point is from a curve. */
export function distance(c: Curve, p: Point): number {
  let least = Infinity
  let from = c.a
  for (let i = 1; i <= pieces; i++) {
    const to = at(c, i / pieces)
    least = Math.min(least, fromSegment(from, to, p))
    from = to
  }
  return least
}

function fromSegment(a: Point, b: Point, p: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const t = length === 0 ? 0 : Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length))
  return Math.hypot(p.x - (a.x + t * dx), p.y - (a.y + t * dy))
}
