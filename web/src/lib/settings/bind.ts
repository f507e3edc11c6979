// What a new chord does to the chords of all commands, and what is to be said of it.

import { chordsOf, given, holder, mac } from '../commands/bindings'
import { isSame, ours, reserved, show } from '../commands/chord'
import type { Settings } from './settings'

type Keys = Settings['keys']

/** bind gives a chord to a command, in place of those that it had; null takes
 * them away. Who had the chord before loses it. */
export function bind(own: Keys, id: string, chord: string | null, commands: readonly { id: string }[]): Keys {
  const next: Record<string, readonly string[]> = { ...own }
  const other = chord && holder(chord, commands, own)
  if (other && chord) next[other.id] = chordsOf(other.id, own).filter((k) => !isSame(k, chord, mac))
  next[id] = chord ? [chord] : []
  return next
}

/** reset gives a command the chords back that it comes with, from whoever has them now. */
export function reset(own: Keys, id: string, commands: readonly { id: string }[]): Keys {
  const { [id]: _, ...rest } = own
  let next: Keys = rest
  for (const chord of given(id)) {
    const others = commands.filter((c) => c.id !== id)
    const other = holder(chord, others, next)
    if (other) next = { ...next, [other.id]: chordsOf(other.id, next).filter((k) => !isSame(k, chord, mac)) }
  }
  return next
}

/** doubts are what a person should know of a chord before they choose it. */
export function doubts(chord: string): string[] {
  const name = show(chord, mac)
  return [
    ...(reserved(chord, mac) ? [`Browsers keep ${name} to themselves: in a tab it may do something else.`] : []),
    ...(ours(chord, mac) ? [] : [`In a terminal ${name} goes to its program.`]),
  ]
}
