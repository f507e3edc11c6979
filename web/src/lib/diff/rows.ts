// A patch as rows to draw: unified, one line a row; or split, the two sides
// beside each other.

import type { Hunk, PatchLine } from './patch'
import { changedWords, type Range } from './words'

export interface Side {
  line: PatchLine
  ranges: readonly Range[]
}

export type Row = { hunk: string } | { left: Side | null; right: Side | null }

/** unified puts deleted lines before added ones, as the patch has them. */
export function unified(hunks: readonly Hunk[]): Row[] {
  return hunks.flatMap((h) => [
    { hunk: title(h) },
    ...blocks(h.lines).flatMap(({ deleted, added, context }) => [
      ...context.map((s) => ({ left: s, right: s })),
      ...deleted.map((s) => ({ left: s, right: null })),
      ...added.map((s) => ({ left: null, right: s })),
    ]),
  ])
}

/** split puts each deleted line beside the added one that took its place. */
export function split(hunks: readonly Hunk[]): Row[] {
  return hunks.flatMap((h) => [
    { hunk: title(h) },
    ...blocks(h.lines).flatMap(({ deleted, added, context }) => [
      ...context.map((s) => ({ left: s, right: s })),
      ...Array.from({ length: Math.max(deleted.length, added.length) }, (_, i) => ({
        left: deleted[i] ?? null,
        right: added[i] ?? null,
      })),
    ]),
  ])
}

function title(h: Hunk): string {
  return `Line ${h.newStart || h.oldStart}${h.where ? ` · ${h.where}` : ''}`
}

interface Block {
  context: Side[]
  deleted: Side[]
  added: Side[]
}

/** blocks cuts lines where a run of changes ends; each is context, then changes. */
function blocks(lines: readonly PatchLine[]): Block[] {
  const all: Block[] = []
  let block: Block = { context: [], deleted: [], added: [] }
  for (const line of lines) {
    if (line.kind === 'context' && block.deleted.length + block.added.length > 0) {
      all.push(block)
      block = { context: [], deleted: [], added: [] }
    }
    const side = { line, ranges: [] }
    if (line.kind === 'context') block.context.push(side)
    else if (line.kind === 'delete') block.deleted.push(side)
    else block.added.push(side)
  }
  all.push(block)
  return all.map(withWords)
}

/** withWords marks the words that changed between lines that face each other. */
function withWords(b: Block): Block {
  const pairs = b.deleted.map((s, i) => {
    const other = b.added[i]
    return other ? changedWords(s.line.text, other.line.text) : { old: [], new: [] }
  })
  return {
    context: b.context,
    deleted: b.deleted.map((s, i) => ({ ...s, ranges: pairs[i]?.old ?? [] })),
    added: b.added.map((s, i) => ({ ...s, ranges: pairs[i]?.new ?? [] })),
  }
}
