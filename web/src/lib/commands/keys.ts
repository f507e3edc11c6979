// The chords of the commands as they are now: menus show them too.

import { store, useApp } from '../app/store'
import { type CommandName, chordsOf, mac } from './bindings'
import { show } from './chord'

export { mac }

/** chords are a command's chords, the one to show first. */
export function chords(id: string): readonly string[] {
  return chordsOf(id, store.getState().settings.keys)
}

/** keysOf is how a command's first chord is written here. */
export function keysOf(name: CommandName): string {
  const [first] = chords(name)
  return first ? show(first, mac) : ''
}

/** useKeysOf is keysOf, drawn again when the person changes it. */
export function useKeysOf(name: CommandName): string {
  useApp((a) => a.settings.keys)
  return keysOf(name)
}

/** recording says that the next keys are written down, and run nothing. */
export const recording = { on: false }
