// How many cells a text takes, by grapheme cluster: the same table and rules as
// the daemon's emulator has, so that both put every character in the same
// column. Register it with terminal.unicode.register and set activeVersion.

/** First and last code point, and property; all else has property 1. */
const ranges: readonly (readonly [first: number, last: number, property: number])[] = [
  /* ranges */
]

/** A property is a width in the low two bits and a class above. */
const properties = new Uint8Array(0x110000).fill(1)
for (const [first, last, property] of ranges) properties.fill(property, first, last + 1)

const propertyOf = (codepoint: number): number => properties[codepoint] ?? 1

const Class = { extend: 1, joiner: 2, emojiVS: 3, modifier: 4, regional: 5, keycap: 6, text: 7, picture: 8 } as const

/** What the characters of a cluster so far allow to join. */
const After = { none: 0, any: 1, regional: 2, keycap: 3, text: 4, picture: 5, joiner: 6 } as const

/** xterm.js keeps a state of ours, the cluster's width, and whether this character joined it. */
const value = (after: number, width: number, joins: boolean): number =>
  (after << 3) | (width << 1) | (joins ? 1 : 0)

/** A mark joins; a keycap or flag with a mark on it is no longer one. */
const extended = (after: number, width: number): number =>
  value(after === After.keycap || after === After.regional ? After.any : after, width, true)

export const widthProvider = {
  version: 'junto',

  wcwidth(codepoint: number): 0 | 1 | 2 {
    return (propertyOf(codepoint) & 3) as 0 | 1 | 2
  },

  charProperties(codepoint: number, preceding: number): number {
    const after = preceding >> 3
    const before = (preceding >> 1) & 3
    const width = propertyOf(codepoint) & 3
    const emoji = after === After.text || after === After.picture
    switch (propertyOf(codepoint) >> 2) {
      case Class.extend:
        return extended(after, before)
      case Class.joiner:
        return extended(emoji ? After.joiner : after, before)
      case Class.emojiVS:
        if (after === After.keycap) return value(After.any, 2, true)
        if (after === After.text) return value(After.picture, 2, true)
        return extended(after, before)
      case Class.modifier:
        return value(After.picture, 2, emoji)
      case Class.regional:
        if (after === After.regional) return value(After.any, 2, true)
        return value(After.regional, width, false)
      case Class.keycap:
        return value(After.keycap, 1, false)
      case Class.text:
        return picture(After.text, width, after, before)
      case Class.picture:
        return picture(After.picture, width, after, before)
      default:
        return value(After.any, width, false)
    }
  },
}

/** A pictograph joins one before it that ended with a zero width joiner. */
function picture(next: number, width: number, after: number, before: number): number {
  if (after === After.joiner) return value(next, Math.max(before, width), true)
  return value(next, width, false)
}
