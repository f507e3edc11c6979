// Which chords the commands have: those that they come with, or the person's own.

import type { Settings } from '../settings/settings'
import { isSame } from './chord'

/** Outside a browser, as in tests, there is no navigator. */
export const mac = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '')

/** Chords by command as they come, the one to show first. */
export const keys = {
  palette: ['Mod+k', 'Ctrl+Shift+k'],
  shortcuts: ['?'],
  settings: ['Mod+,'],
  back: mac ? ['Mod+['] : ['Mod+[', 'Ctrl+Shift+['],
  forward: mac ? ['Mod+]'] : ['Mod+]', 'Ctrl+Shift+]'],
  agents: ['Alt+a'],
  messages: ['Alt+m'],
  canvas: ['Alt+c'],
  'next-waiting': ['Alt+n'],
  drain: ['Alt+Shift+n'],
  'new-terminal': ['Alt+t'],
  'end-terminal': [],
  search: ['Mod+f', 'Ctrl+Shift+f'],
  'previous-prompt': ['Alt+PageUp'],
  'next-prompt': ['Alt+PageDown'],
  'font-larger': ['Alt+='],
  'font-smaller': ['Alt+-'],
  'close-tab': ['Alt+w'],
  'reopen-tab': ['Alt+Shift+t'],
  'previous-tab': ['Alt+['],
  'next-tab': ['Alt+]'],
  'split-right': ['Alt+\\'],
  'split-down': ['Alt+Shift+\\'],
  'next-pane': ['Alt+o'],
  theme: [],
} as const satisfies Record<string, readonly string[]>

export type CommandName = keyof typeof keys

/** chordsOf are a command's chords: the person's own, else those that it comes with. */
export function chordsOf(id: string, own: Settings['keys']): readonly string[] {
  return own[id] ?? given(id)
}

/** given are the chords that a command comes with. */
export function given(id: string): readonly string[] {
  const tab = /^tab-([1-9])$/.exec(id)
  return tab ? [`Alt+${tab[1]}`] : ((keys as Record<string, readonly string[]>)[id] ?? [])
}

/** holder is the command that has a chord; undefined when none has. */
export function holder<C extends { id: string }>(
  chord: string,
  commands: readonly C[],
  own: Settings['keys'],
): C | undefined {
  return commands.find((c) => chordsOf(c.id, own).some((k) => isSame(k, chord, mac)))
}
