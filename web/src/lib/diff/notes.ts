// What there is to say about a changed file beside its lines.

import type { DiffFile, DiffText } from '../api.gen'

/** noLines says what changed of a file when no line did. */
export function noLines(file: DiffFile): string {
  if (file.status === 'renamed') return 'It was renamed; no line of it changed.'
  if (file.mode) return 'Its mode changed; no line of it did.'
  if (file.submodule) return 'Another repository: look at its changes from a terminal in it.'
  if (file.status === 'added' || file.status === 'untracked') return 'A new file that is empty.'
  if (file.status === 'deleted') return 'It was deleted; it was empty.'
  return 'No line of it changed.'
}

/** remark says what the lines of a patch do not; empty when they say it all. */
export function remark(file: DiffFile, text: DiffText): string {
  if (file.status === 'conflict') return 'A merge left this file in conflict: both versions are between the marks.'
  if (file.submodule) return submodule(text.patch)
  if (file.status === 'type') return 'The kind of this file changed, as from a text to a link.'
  if (text.lossy) return 'Bytes that are no UTF-8 are shown as \ufffd.'
  return ''
}

function submodule(patch: string): string {
  const commit = (sign: string) =>
    new RegExp(`^\\${sign}Subproject commit ([0-9a-f]+)`, 'm').exec(patch)?.[1]?.slice(0, 8)
  const [old, now] = [commit('-'), commit('+')]
  const said: string[] = []
  if (old && now && old !== now) said.push(`The submodule moved from ${old} to ${now}.`)
  if (/^\+Subproject commit [0-9a-f]+-dirty$/m.test(patch))
    said.push('It has changes of its own: look at them from a terminal in it.')
  return said.join(' ')
}
