// Which words of a changed line changed.

export type Range = readonly [start: number, end: number]

const word = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu

/** Lines with more words are marked as a whole: the work grows with the square. */
const mostWords = 400
/** With less in common than this, two lines are not versions of each other. */
const leastShared = 0.3

/** changedWords are the ranges that differ in the old and in the new line; none
 * when the lines have too little in common for marks to help. */
export function changedWords(before: string, after: string): { old: Range[]; new: Range[] } {
  const a = before.match(word) ?? []
  const b = after.match(word) ?? []
  if (a.length > mostWords || b.length > mostWords) return { old: [], new: [] }
  const { inA, inB } = common(a, b)
  const shared = a.reduce((n, w, i) => n + (inA[i] && w.trim() ? w.length : 0), 0)
  const length = Math.max(before.replace(/\s/g, '').length, after.replace(/\s/g, '').length)
  if (shared < length * leastShared) return { old: [], new: [] }
  return { old: ranges(a, inA), new: ranges(b, inB) }
}

/** common says for each word whether it is in the longest common subsequence. */
function common(a: readonly string[], b: readonly string[]): { inA: boolean[]; inB: boolean[] } {
  const width = b.length + 1
  const length = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => length[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      length[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const inA = a.map(() => false)
  const inB = b.map(() => false)
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      inA[i++] = true
      inB[j++] = true
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return { inA, inB }
}

/** ranges joins the words that are not shared, with blanks between them. */
function ranges(words: readonly string[], shared: readonly boolean[]): Range[] {
  const found: [number, number][] = []
  let at = 0
  for (const [i, w] of words.entries()) {
    const last = found.at(-1)
    const changed = !shared[i]
    if (changed && last?.[1] === at) last[1] = at + w.length
    else if (changed) found.push([at, at + w.length])
    else if (last?.[1] === at && !w.trim() && shared[i + 1] === false) last[1] = at + w.length
    at += w.length
  }
  return found
}
