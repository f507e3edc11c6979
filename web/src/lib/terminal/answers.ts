// Only the daemon answers a program's queries: it does so once, whether no
// page looks or three do. The emulator's own answers are swallowed here, before
// it makes them.

import type { IDisposable, IParser } from '@xterm/xterm'

/** Queries by control sequence: device attributes, status, modes, version, keyboard, window. */
const queries = [
  { final: 'c' },
  { prefix: '>', final: 'c' },
  { prefix: '=', final: 'c' },
  { final: 'n' },
  { prefix: '?', final: 'n' },
  { intermediates: '$', final: 'p' },
  { prefix: '?', intermediates: '$', final: 'p' },
  { prefix: '>', final: 'q' },
  { prefix: '?', final: 'u' },
  { final: 't' },
  { final: 'x' },
]

/** Queries by device control string: settings and terminfo. */
const strings = [
  { intermediates: '$', final: 'q' },
  { intermediates: '+', final: 'q' },
]

/** Colours: these both set and ask. */
const colours = [4, 5, 10, 11, 12, 13, 14, 17, 19]

/** swallowAnswers makes the parser deaf to queries. */
export function swallowAnswers(parser: IParser): IDisposable[] {
  return [
    ...queries.map((id) => parser.registerCsiHandler(id, () => true)),
    ...strings.map((id) => parser.registerDcsHandler(id, () => true)),
    ...colours.map((id) => parser.registerOscHandler(id, asks)),
    parser.registerOscHandler(52, () => true),
  ]
}

/** asks reports whether one of the colours is a question. */
export function asks(data: string): boolean {
  return data.split(';').includes('?')
}

/** Reports of the keyboard focus. The page sends its own: the emulator also
 * makes one whenever a program, or a snapshot, turns them on. */
export const focusIn = '\x1b[I'
export const focusOut = '\x1b[O'
