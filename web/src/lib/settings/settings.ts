// What a person can set about the page in this browser.

export type ThemeChoice = 'system' | 'dark' | 'light'

/** The sixteen colours of terminals. */
export type Palette = 'page' | 'classic' | 'contrast'
export const palettes: readonly Palette[] = ['page', 'classic', 'contrast']

export interface Settings {
  theme: ThemeChoice
  /** Size of letters in terminals, in px. */
  font: number
  /** A font of this machine for terminals; '' for the page's own. */
  fontFamily: string
  palette: Palette
  /** Tell of agents that need the person, by the desktop. */
  notifications: boolean
  sound: boolean
  /** Keep terminals readable for screen readers. */
  screenReader: boolean
  /** The person's own chords, by command; a command without any has none here. */
  keys: Readonly<Record<string, readonly string[]>>
}

export const smallestFont = 9
export const largestFont = 24

export const defaults: Settings = {
  theme: 'system',
  font: 12.5,
  fontFamily: '',
  palette: 'page',
  notifications: false,
  sound: false,
  screenReader: false,
  keys: {},
}

/** The key in localStorage; theme.js reads it before the page does. */
export const storageKey = 'junto.settings'

/** read makes settings of what was stored; what is missing or wrong is the default. */
export function read(stored: string | null): Settings {
  let raw: Record<string, unknown> = {}
  try {
    const value: unknown = JSON.parse(stored ?? '{}')
    if (typeof value === 'object' && value !== null) raw = value as Record<string, unknown>
  } catch {
    // Not ours: the defaults.
  }
  const flag = (name: 'notifications' | 'sound' | 'screenReader') =>
    typeof raw[name] === 'boolean' ? (raw[name] as boolean) : defaults[name]
  return {
    theme: raw.theme === 'dark' || raw.theme === 'light' ? raw.theme : 'system',
    font: typeof raw.font === 'number' && Number.isFinite(raw.font) ? clampFont(raw.font) : defaults.font,
    fontFamily: typeof raw.fontFamily === 'string' ? cleanFamily(raw.fontFamily) : '',
    palette: palettes.find((p) => p === raw.palette) ?? 'page',
    notifications: flag('notifications'),
    sound: flag('sound'),
    screenReader: flag('screenReader'),
    keys: readKeys(raw.keys),
  }
}

/** readKeys keeps what are lists of chords. */
function readKeys(stored: unknown): Settings['keys'] {
  if (typeof stored !== 'object' || stored === null) return {}
  const lists = Object.entries(stored).filter(
    (e): e is [string, string[]] => Array.isArray(e[1]) && e[1].every((k) => typeof k === 'string' && k !== ''),
  )
  return Object.fromEntries(lists)
}

/** cleanFamily is a font's name that can stand in a list of fonts. */
export function cleanFamily(name: string): string {
  return name
    .replace(/["',;{}\\]/g, '')
    .trim()
    .slice(0, 80)
}

export function clampFont(size: number): number {
  return Math.min(largestFont, Math.max(smallestFont, Math.round(size * 2) / 2))
}

/** isLight says which theme a choice means. */
export function isLight(choice: ThemeChoice, systemIsLight: boolean): boolean {
  return choice === 'light' || (choice === 'system' && systemIsLight)
}
