// Grapheme clusters and their cells, from the browser's own Unicode tables.

export interface Cluster {
  /** What the next codepoint needs to know of this cluster. */
  state: number
  width: 0 | 1 | 2
  joined?: boolean
}

const other = 1
const pictograph = 2
const oneFlag = 3
const joiner = 4

// biome-ignore lint/suspicious/noMisleadingCharacterClass: single codepoints, each of which extends a cluster
const extend = /[\p{Mn}\p{Me}\p{Emoji_Modifier}\u200c\u200d\ufe00-\ufe0f\u{e0020}-\u{e007f}]/u
const invisible = /[\p{Cf}\p{Cc}]/u
const emoji = /\p{Emoji_Presentation}/u
const picture = /\p{Extended_Pictographic}/u
const flag = /\p{Regional_Indicator}/u

/** Ranges that East Asian Width calls wide or fullwidth. */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
]

/** width is the cells of a codepoint alone. */
export function width(codepoint: number): 0 | 1 | 2 {
  if (codepoint < 0x300) return codepoint < 0x20 || (codepoint >= 0x7f && codepoint < 0xa0) ? 0 : 1
  const c = String.fromCodePoint(codepoint)
  if (emoji.test(c)) return 2
  if (extend.test(c) || invisible.test(c)) return 0
  return wide.some(([low, high]) => codepoint >= low && codepoint <= high) ? 2 : 1
}

/** step adds a codepoint to the cluster before it, or begins the next. */
export function step(before: Cluster | null, codepoint: number): Cluster {
  if (codepoint < 0x300) return { state: other, width: width(codepoint) }
  const c = String.fromCodePoint(codepoint)
  if (before && before.width > 0) {
    if (codepoint === 0xfe0f) return { state: pictograph, width: 2, joined: true }
    if (codepoint === 0x200d) return { state: joiner, width: before.width, joined: true }
    if (extend.test(c)) return { ...before, joined: true }
    if (before.state === joiner && picture.test(c)) return { state: pictograph, width: 2, joined: true }
    if (before.state === oneFlag && flag.test(c)) return { state: other, width: 2, joined: true }
  }
  return { state: flag.test(c) ? oneFlag : picture.test(c) ? pictograph : other, width: width(codepoint) }
}
