// A unified patch of one file, as git prints it, read into lines.

export type Kind = 'context' | 'add' | 'delete'

export interface PatchLine {
  kind: Kind
  text: string
  /** Line numbers, from 1; 0 on the side that does not have the line. */
  old: number
  new: number
  /** The line ends with a carriage return, as on Windows; it is no part of the text. */
  cr?: boolean
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

const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/
const kinds: Record<string, Kind> = { ' ': 'context', '+': 'add', '-': 'delete' }

/** parsePatch reads the hunks; what is before and between them is left out. */
export function parsePatch(patch: string): Hunk[] {
  const hunks: Hunk[] = []
  let at = { old: 0, new: 0 }
  let left = { old: 0, new: 0 }
  for (const line of patch.split('\n')) {
    const last = hunks.at(-1)?.lines.at(-1)
    if (line.startsWith('\\') && last) {
      last.noEnd = true
      continue
    }
    const kind = kinds[line[0] ?? '']
    if (kind && left.old + left.new > 0) {
      hunks.at(-1)?.lines.push(lineOf(kind, line, at))
      if (kind !== 'add') left.old--
      if (kind !== 'delete') left.new--
      continue
    }
    const start = head.exec(line)
    if (!start) continue
    const [, oldStart, oldCount = '1', newStart, newCount = '1', where = ''] = start
    at = { old: Number(oldStart), new: Number(newStart) }
    left = { old: Number(oldCount), new: Number(newCount) }
    hunks.push({ where, oldStart: at.old, newStart: at.new, lines: [] })
  }
  return hunks
}

/** lineOf reads a line, and moves on. */
function lineOf(kind: Kind, line: string, at: { old: number; new: number }): PatchLine {
  const cr = line.endsWith('\r')
  return {
    kind,
    text: line.slice(1, cr ? -1 : undefined),
    ...(cr ? { cr } : {}),
    old: kind === 'add' ? 0 : at.old++,
    new: kind === 'delete' ? 0 : at.new++,
  }
}

/** Which ends of lines a patch changes: only those are worth showing. */
export interface Ends {
  cr: boolean
  last: boolean
}

/** endsOf says whether a patch changes how lines end, and whether the last one
 * does; what a link says never ends. */
export function endsOf(hunks: readonly Hunk[], link = false): Ends {
  const changed = hunks.flatMap((h) => h.lines).filter((l) => l.kind !== 'context')
  const unended = changed.filter((l) => l.noEnd).length
  return { cr: changed.some((l) => l.cr) && changed.some((l) => !l.cr), last: unended === 1 && !link }
}

/** isLink says whether one of the sides of a patch is a symbolic link. */
export function isLink(patch: string): boolean {
  return /^(?:(?:new|deleted) file mode|index [0-9a-f.]+) 120000$/m.test(patch)
}

/** lastNumber is the highest number of a line. */
export function lastNumber(hunks: readonly Hunk[]): number {
  return (hunks.at(-1)?.lines ?? []).reduce((n, l) => Math.max(n, l.old, l.new), 0)
}
