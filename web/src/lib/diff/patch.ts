// A unified patch of one file, as git prints it, read into lines.

export type Kind = 'context' | 'add' | 'delete'

export interface PatchLine {
  kind: Kind
  text: string
  /** Line numbers, from 1; 0 on the side that does not have the line. */
  old: number
  new: number
  /** The file ends after it without a line break. */
  noEnd?: boolean
}

export interface Hunk {
  /** What follows the numbers in the hunk's head: the function, mostly. */
  where: string
  oldStart: number
  newStart: number
  lines: PatchLine[]
}

const head = /^@@+ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@+ ?(.*)$/
const kinds: Record<string, Kind> = { ' ': 'context', '+': 'add', '-': 'delete' }

/** parsePatch reads the hunks; what comes before the first is left out. */
export function parsePatch(patch: string): Hunk[] {
  const hunks: Hunk[] = []
  let at = { old: 0, new: 0 }
  const lines = patch.split('\n')
  if (lines.at(-1) === '') lines.pop()
  for (const line of lines) {
    const start = head.exec(line)
    if (start) {
      at = { old: Number(start[1]), new: Number(start[2]) }
      hunks.push({ where: start[3] ?? '', oldStart: at.old, newStart: at.new, lines: [] })
      continue
    }
    const hunk = hunks.at(-1)
    if (!hunk) continue
    const kind = kinds[line[0] ?? ' ']
    const last = hunk.lines.at(-1)
    if (line.startsWith('\\')) {
      if (last) last.noEnd = true
    } else if (kind) {
      hunk.lines.push({
        kind,
        text: line.slice(1),
        old: kind === 'add' ? 0 : at.old++,
        new: kind === 'delete' ? 0 : at.new++,
      })
    }
  }
  return hunks
}
