// The emulator's character widths: the same table as the daemon's, so that both
// put the same character into the same cell.

import type { IUnicodeVersionProvider } from '@xterm/xterm'
import { type Cluster, step, width } from './clusters'

/** The provider's name in the emulator. */
export const version = 'junto'

/** provider gives the emulator our widths, by grapheme cluster. */
export const provider: IUnicodeVersionProvider = {
  version,
  wcwidth: (codepoint) => width(codepoint),
  charProperties: (codepoint, preceding) => {
    const before: Cluster | null =
      preceding === 0 ? null : { state: preceding >> 3, width: ((preceding >> 1) & 3) as 0 | 1 | 2 }
    const now = step(before, codepoint)
    return ((now.state & 0xffffff) << 3) | (now.width << 1) | (now.joined ? 1 : 0)
  },
}
