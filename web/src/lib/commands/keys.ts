// The chords of the commands, apart from what they do: menus show them too.

import { show } from './chord'

export const mac = /mac|iphone|ipad/i.test(navigator.platform)

/** Chords by command, the one to show first. */
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

/** keysOf is how a command's first chord is written here. */
export function keysOf(name: CommandName): string {
  const [first] = keys[name]
  return first ? show(first, mac) : ''
}
