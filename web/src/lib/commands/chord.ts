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

/** chordOf writes a press down; null for one that no command may have: keys
 * without ⌘, Ctrl or Alt are typed, but for those that type nothing. */
export function chordOf(e: Press, mac: boolean): string | null {
  const key = keyOf(e)
  if (!key || (e.metaKey && !mac)) return null
  if (!e.ctrlKey && !e.metaKey && !e.altKey && !/^F\d+$/.test(key)) return null
  const parts = [
    ...(e.metaKey || (e.ctrlKey && !mac) ? ['Mod'] : []),
    ...(e.ctrlKey && mac ? ['Ctrl'] : []),
    ...(e.altKey ? ['Alt'] : []),
    ...(e.shiftKey ? ['Shift'] : []),
  ]
  return [...parts, key].join('+')
}

const unnamed = Object.fromEntries(Object.entries(named).map(([sign, code]) => [code, sign]))

/** keyOf is the key itself, as a chord writes it; '' for one that only modifies. */
function keyOf(e: Press): string {
  const sign = unnamed[e.code]
  if (sign) return sign
  const plain = /^(?:Key|Digit)(.)$/.exec(e.code)?.[1]
  if (plain) return plain.toLowerCase()
  return ['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'Dead', 'Process', 'Unidentified', ' ', '+'].includes(e.key)
    ? ''
    : e.key
}

/** isSame says whether two chords are one, however they are written. */
export function isSame(a: string, b: string, mac: boolean): boolean {
  const [x, y] = [parse(a, mac), parse(b, mac)]
  return (
    x.ctrl === y.ctrl &&
    x.meta === y.meta &&
    x.alt === y.alt &&
    x.shift === y.shift &&
    x.key.toLowerCase() === y.key.toLowerCase()
  )
}

const kept = ['Mod+w', 'Mod+t', 'Mod+n', 'Mod+q', 'Mod+Shift+w', 'Mod+Shift+t', 'Mod+Shift+n', 'Mod+Shift+q']
const keptOnMac = ['Mod+h', 'Mod+m', 'Ctrl+Tab', 'Ctrl+Shift+Tab']
const keptElsewhere = ['Ctrl+Tab', 'Ctrl+Shift+Tab', 'Ctrl+PageUp', 'Ctrl+PageDown', 'Alt+F4', 'Alt+Tab']

/** reserved says whether browsers, or the system, keep a chord to themselves. */
export function reserved(text: string, mac: boolean): boolean {
  return [...kept, ...(mac ? keptOnMac : keptElsewhere)].some((k) => isSame(k, text, mac))
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
