// Chords of keys: how they are written, matched and shown. Mod is ⌘ on macOS
// and Ctrl elsewhere.

export interface Press {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

interface Chord {
  ctrl: boolean
  meta: boolean
  alt: boolean
  shift: boolean
  key: string
}

const named: Record<string, string> = {
  '[': 'BracketLeft',
  ']': 'BracketRight',
  ',': 'Comma',
  '\\': 'Backslash',
  '-': 'Minus',
  '=': 'Equal',
  '/': 'Slash',
}

function parse(text: string, mac: boolean): Chord {
  const parts = text.split('+')
  const key = parts.pop() ?? ''
  const mod = parts.includes('Mod')
  return {
    ctrl: parts.includes('Ctrl') || (mod && !mac),
    meta: mod && mac,
    alt: parts.includes('Alt'),
    shift: parts.includes('Shift'),
    key,
  }
}

/** matches says whether a press is the chord. */
export function matches(text: string, e: Press, mac: boolean): boolean {
  const c = parse(text, mac)
  if (text === '?') return e.key === '?' && !e.ctrlKey && !e.metaKey && !e.altKey
  if (e.ctrlKey !== c.ctrl || e.metaKey !== c.meta || e.altKey !== c.alt || e.shiftKey !== c.shift) return false
  return e.code === codeOf(c.key) || (!c.alt && e.key.toLowerCase() === c.key.toLowerCase())
}

/** codeOf is the key's place on the keyboard: with Alt, macOS makes another sign. */
function codeOf(key: string): string {
  if (named[key]) return named[key]
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`
  return /^[0-9]$/.test(key) ? `Digit${key}` : key
}

/** ours says whether a chord may be taken from a terminal: the program in it
 * owns all keys but those with ⌘, with Alt, or with Ctrl and Shift. */
export function ours(text: string, mac: boolean): boolean {
  const c = parse(text, mac)
  return c.meta || (!mac && c.alt) || (c.ctrl && c.shift)
}

const macSigns: Record<string, string> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧' }
const signs: Record<string, string> = { Mod: 'Ctrl' }
const keySigns: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  Escape: 'Esc',
}

/** show writes a chord as the platform's users know it. */
export function show(text: string, mac: boolean): string {
  const parts = text.split('+')
  const last = parts.pop() ?? ''
  const key = keySigns[last] ?? (last.length === 1 ? last.toUpperCase() : last)
  if (mac) return parts.map((p) => macSigns[p] ?? p).join('') + key
  return [...parts.map((p) => signs[p] ?? p), key].join('+')
}
