import { expect, test } from 'vitest'
import { anchor, around, at, distance, encloses, extent, facing, holds, join, overlaps, spanning } from './geometry'

const r = (x: number, y: number, width = 100, height = 50) => ({ x, y, width, height })

test('a border belongs to its rectangle', () => {
  expect(holds(r(0, 0), { x: 100, y: 50 })).toBe(true)
  expect(holds(r(0, 0), { x: 100.1, y: 50 })).toBe(false)
  expect(encloses(r(0, 0), r(0, 0))).toBe(true)
  expect(encloses(r(0, 0), r(1, 0))).toBe(false)
  expect(overlaps(r(0, 0), r(100, 50))).toBe(true)
  expect(overlaps(r(0, 0), r(101, 0))).toBe(false)
})

test('a rectangle spans two corners, whichever comes first', () => {
  expect(spanning({ x: 5, y: 9 }, { x: 1, y: 3 })).toEqual({ x: 1, y: 3, width: 4, height: 6 })
  expect(around([r(0, 0), r(200, -10, 10, 10)])).toEqual({ x: 0, y: -10, width: 210, height: 60 })
  expect(around([])).toBeNull()
})

test('an edge leaves by the sides that face each other', () => {
  expect(facing(r(0, 0), r(300, 20))).toEqual(['right', 'left'])
  expect(facing(r(300, 0), r(0, 20))).toEqual(['left', 'right'])
  expect(facing(r(0, 0), r(20, 300))).toEqual(['bottom', 'top'])
  expect(facing(r(0, 300), r(20, 0))).toEqual(['top', 'bottom'])
})

test('a curve begins and ends at its anchors and stays in its extent', () => {
  const c = join(anchor(r(0, 0), 'right'), 'right', anchor(r(300, 200), 'left'), 'left')
  expect(at(c, 0)).toEqual({ x: 100, y: 25 })
  expect(at(c, 1)).toEqual({ x: 300, y: 225 })
  for (let t = 0; t <= 1; t += 0.05) expect(holds(extent(c), at(c, t))).toBe(true)
})

test('a point on a curve is at no distance from it', () => {
  const c = join({ x: 0, y: 0 }, 'right', { x: 300, y: 200 }, 'left')
  expect(distance(c, at(c, 0.37))).toBeLessThan(1)
  expect(distance(c, { x: 150, y: 160 })).toBeGreaterThan(20)
})
