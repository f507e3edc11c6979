// The colours of what is painted, from the page's own tokens.

import type { Look } from './glance'

const names = {
  ground: '--bg0',
  card: '--s1',
  term: '--term',
  note: '--note',
  noteInk: '--note-ink',
  text: '--t1c',
  soft: '--t2c',
  faint: '--t3c',
  hair: '--line',
  line: '--line2',
  strong: '--line3',
  accent: '--accent',
  waiting: '--wait',
  working: '--work',
  idle: '--idle',
  error: '--err',
  messages: '--v-msg',
  reads: '--v-read',
  watches: '--v-watch',
  runs: '--v-run',
  ui: '--font-ui',
  mono: '--font-mono',
} as const

/** Ink is every colour and font family that is painted with. */
export type Ink = Record<keyof typeof names, string>

/** inkOf reads the theme in force. */
export function inkOf(style: CSSStyleDeclaration): Ink {
  const all = Object.entries(names).map(([key, name]) => [key, style.getPropertyValue(name).trim()])
  return Object.fromEntries(all) as Ink
}

const verbs: Record<string, keyof Ink> = {
  messages: 'messages',
  notifies: 'reads',
  reads: 'reads',
  watches: 'watches',
  runs: 'runs',
}

/** hue is a verb's own colour; a line without a verb has none. */
export function hue(ink: Ink, verb: string): string {
  return ink[verbs[verb] ?? 'faint']
}

/** shade is the colour of a state. */
export function shade(ink: Ink, look: Look): string {
  switch (look) {
    case 'waiting':
      return ink.waiting
    case 'working':
      return ink.working
    case 'ended':
      return ink.error
    default:
      return ink.idle
  }
}

/** presets are JSON Canvas' six colours, as regions wear them; each goes with both themes. */
const presets: Record<string, string> = {
  1: '#d6455d',
  2: '#d9822b',
  3: '#c9a227',
  4: '#3fa877',
  5: '#2fa3b5',
  6: '#9a6bd8',
}

const plain = '#7f8cff'

/** regionHue is the colour of a region: its own, else the page's. */
export function regionHue(color: string | undefined): string {
  return presets[color ?? ''] ?? (color?.startsWith('#') ? color : plain)
}
