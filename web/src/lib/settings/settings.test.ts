import { expect, test } from 'vitest'
import { clampFont, defaults, isLight, read } from './settings'

test.each([null, '', '{', '[]', '1', 'null', '{"theme":"pink","font":"big","sound":1}'])(
  '%j is the defaults',
  (stored) => {
    expect(read(stored)).toEqual(defaults)
  },
)

test('what was set is kept', () => {
  expect(read(JSON.stringify({ ...defaults, theme: 'light', font: 14, sound: true }))).toEqual({
    ...defaults,
    theme: 'light',
    font: 14,
    sound: true,
  })
})

test('a font’s name cannot leave its place', () => {
  expect(read(JSON.stringify({ fontFamily: ' Fira "Code"; }', palette: 'classic' }))).toMatchObject({
    fontFamily: 'Fira Code',
    palette: 'classic',
  })
  expect(read('{"palette":"odd"}').palette).toBe('page')
})

test('a font stays readable', () => {
  expect(clampFont(2)).toBe(9)
  expect(clampFont(99)).toBe(24)
  expect(clampFont(12.7)).toBe(12.5)
})

test('the system decides only when it is asked', () => {
  expect(isLight('system', true)).toBe(true)
  expect(isLight('dark', true)).toBe(false)
  expect(isLight('light', false)).toBe(true)
})
