import { describe, expect, test } from 'vitest'
import { matches, ours, type Press, show } from './chord'

const press = (key: string, code: string, mods: Partial<Press> = {}): Press => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...mods,
})

describe('a chord', () => {
  test('means ⌘ on macOS and Ctrl elsewhere', () => {
    const meta = press('k', 'KeyK', { metaKey: true })
    const ctrl = press('k', 'KeyK', { ctrlKey: true })
    expect([matches('Mod+k', meta, true), matches('Mod+k', ctrl, true)]).toEqual([true, false])
    expect([matches('Mod+k', meta, false), matches('Mod+k', ctrl, false)]).toEqual([false, true])
  })

  test('with Alt goes by the place of the key: macOS makes another sign of it', () => {
    expect(matches('Alt+n', press('˜', 'KeyN', { altKey: true }), true)).toBe(true)
    expect(matches('Alt+[', press('“', 'BracketLeft', { altKey: true }), true)).toBe(true)
    expect(matches('Alt+3', press('#', 'Digit3', { altKey: true }), true)).toBe(true)
  })

  test('goes by the letter on another layout', () => {
    expect(matches('Mod+,', press(',', 'KeyW', { ctrlKey: true }), false)).toBe(true)
    expect(matches('?', press('?', 'Minus', { shiftKey: true }), false)).toBe(true)
  })

  test('leaves a terminal its keys', () => {
    expect(ours('Mod+k', false)).toBe(false)
    expect(ours('Mod+k', true)).toBe(true)
    expect(ours('Ctrl+Shift+k', false)).toBe(true)
    expect(ours('Alt+t', false)).toBe(true)
    expect(ours('Alt+t', true)).toBe(false)
    expect(ours('?', true)).toBe(false)
  })

  test('is written as the platform writes it', () => {
    expect(show('Mod+k', true)).toBe('⌘K')
    expect(show('Mod+k', false)).toBe('Ctrl+K')
    expect(show('Alt+ArrowLeft', false)).toBe('Alt+←')
    expect(show('Escape', true)).toBe('Esc')
  })
})
