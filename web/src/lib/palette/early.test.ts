import { beforeEach, expect, test } from 'vitest'
import { keepEarly, paletteClosed, takeEarly } from './early'

const press = (key: string, more = {}) => keepEarly({ key, ctrlKey: false, metaKey: false, altKey: false, ...more })

beforeEach(paletteClosed)

// "I press Ctrl-K and type on, however slow the page is."
test('what is typed before the palette is there is in it', () => {
  for (const key of ['f', 'x', 'Backspace', 'l', 'Shift', 'f']) expect(press(key)).toBe(true)
  expect(takeEarly()).toEqual({ text: 'flf', entered: false })
})

test('Enter after it chooses', () => {
  for (const key of ['a', 'Enter']) press(key)
  expect(takeEarly()).toEqual({ text: 'a', entered: true })
})

test('once the palette has the keys, none is kept from it', () => {
  takeEarly()
  expect(press('a')).toBe(false)
  expect(takeEarly()).toBeNull()
})

test('chords and Escape are not text', () => {
  expect(press('k', { ctrlKey: true })).toBe(false)
  expect(press('Escape')).toBe(false)
  expect(takeEarly()).toEqual({ text: '', entered: false })
})

test('the next palette begins anew', () => {
  press('a')
  paletteClosed()
  expect(takeEarly()).toEqual({ text: '', entered: false })
})
