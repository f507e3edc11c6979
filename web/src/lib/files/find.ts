// Finding words in a file.

export interface Match {
  line: number
  start: number
  end: number
}

/** More marks than this help nobody, and cost. */
export const mostMatches = 5000

/** matchesIn are the places of the words in the lines, whatever their case. */
export function matchesIn(lines: readonly string[], words: string): Match[] {
  const found: Match[] = []
  const wanted = words.toLowerCase()
  if (wanted === '') return found
  for (const [line, text] of lines.entries()) {
    const lower = text.toLowerCase()
    // A letter may have another length in lower case: then the places differ.
    if (lower.length !== text.length) continue
    for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
      found.push({ line, start: at, end: at + wanted.length })
      if (found.length >= mostMatches) return found
    }
  }
  return found
}

/** rangesByLine groups the matches for drawing. */
export function rangesByLine(matches: readonly Match[]): Map<number, [number, number][]> {
  const by = new Map<number, [number, number][]>()
  for (const m of matches) {
    const list = by.get(m.line)
    if (list) list.push([m.start, m.end])
    else by.set(m.line, [[m.start, m.end]])
  }
  return by
}

/** size writes a number of bytes for people. */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const units = ['KiB', 'MiB', 'GiB']
  let n = bytes / 1024
  let unit = 0
  while (n >= 1024 && unit < units.length - 1) {
    n /= 1024
    unit++
  }
  return `${n < 10 ? n.toFixed(1) : Math.round(n)} ${units[unit]}`
}
