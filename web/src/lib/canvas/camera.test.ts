import { expect, test } from 'vitest'
import { between, type Camera, fitted, panned, revealed, seen, tierOf, toScreen, toWorld, zoomed } from './camera'

const size = { width: 800, height: 600 }
const none = { top: 0, right: 0, bottom: 0, left: 0 }

test('zooming leaves what is under the pointer there', () => {
  let c: Camera = { x: 37, y: -12, z: 0.8 }
  const at = { x: 311, y: 207 }
  const under = toWorld(c, at)
  for (const z of [1.3, 0.5, 2, 9, 0.001]) {
    c = zoomed(c, z, at)
    expect(toScreen(c, under).x).toBeCloseTo(at.x)
    expect(toScreen(c, under).y).toBeCloseTo(at.y)
  }
  expect(c.z).toBe(0.05)
})

test('fitting shows all of it, no larger than it is', () => {
  const wide = fitted({ x: -100, y: 0, width: 4000, height: 100 }, size, none)
  expect(wide.z).toBeCloseTo(0.2)
  expect(toScreen(wide, { x: -100, y: 50 })).toEqual({ x: 0, y: 300 })
  expect(fitted({ x: 0, y: 0, width: 10, height: 10 }, size, none).z).toBe(1)
})

test('revealing moves no more than it has to', () => {
  const c = { x: 0, y: 0, z: 1 }
  expect(revealed(c, { x: 10, y: 10, width: 50, height: 50 }, size, none)).toBe(c)
  expect(revealed(c, { x: 780, y: 10, width: 50, height: 50 }, size, none)).toEqual(panned(c, -30, 0))
  expect(revealed(c, { x: 10, y: -40, width: 50, height: 50 }, size, none)).toEqual(panned(c, 0, 40))
})

test('a flight begins and ends where it should', () => {
  const [a, b] = [
    { x: 10, y: 20, z: 1 },
    { x: -900, y: 40, z: 0.25 },
  ]
  for (const [t, want] of [
    [0, a],
    [1, b],
  ] as const) {
    const c = between(a, b, size, t)
    expect([c.x, c.y, c.z].map((n) => Math.round(n * 1000))).toEqual(
      [want.x, want.y, want.z].map((n) => Math.round(n * 1000)),
    )
  }
  expect(between(a, { ...a, x: 110 }, size, 0.5).x).toBeCloseTo(60)
})

test('the border between two ways of drawing does not flicker', () => {
  expect(tierOf(1, 'far')).toBe('near')
  expect([tierOf(0.69, 'near'), tierOf(0.69, 'mid')]).toEqual(['near', 'mid'])
  expect([tierOf(0.36, 'mid'), tierOf(0.36, 'far')]).toEqual(['mid', 'far'])
  expect([tierOf(0.31, 'mid'), tierOf(0.31, 'near')]).toEqual(['far', 'far'])
})

test('what is seen is the surface, in the world', () => {
  expect(seen({ x: 100, y: 0, z: 2 }, size)).toEqual({ x: -50, y: 0, width: 400, height: 300 })
})
