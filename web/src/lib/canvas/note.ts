// A note's Markdown, as far as a card shows it: headings, lists, boxes, code and
// emphasis. Everything else stays the text that it is.

export interface Span {
  text: string
  style?: 'strong' | 'em' | 'code'
}

export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'item'; spans: Span[]; done?: boolean }
  | { kind: 'text'; spans: Span[] }
  | { kind: 'code'; text: string }

/** blocks reads a note. */
export function blocks(text: string): Block[] {
  const all: Block[] = []
  let code: string[] | null = null
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('```')) {
      if (code) all.push({ kind: 'code', text: code.join('\n') })
      code = code ? null : []
    } else if (code) code.push(line)
    else if (line.trim() !== '') all.push(block(line))
  }
  if (code) all.push({ kind: 'code', text: code.join('\n') })
  return all
}

function block(line: string): Block {
  const heading = /^(#{1,6})\s+(.*)$/.exec(line)
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, spans: spans(heading[2] ?? '') }
  const box = /^\s*[-*+]\s+\[([ xX])\]\s+(.*)$/.exec(line)
  if (box) return { kind: 'item', spans: spans(box[2] ?? ''), done: box[1] !== ' ' }
  const item = /^\s*[-*+]\s+(.*)$/.exec(line)
  if (item) return { kind: 'item', spans: spans(item[1] ?? '') }
  return { kind: 'text', spans: spans(line) }
}

const marks = /\*\*([^*]+)\*\*|`([^`]+)`|\*([^*\s][^*]*)\*/g

/** spans parts a line at its marks. */
export function spans(line: string): Span[] {
  const all: Span[] = []
  let from = 0
  for (const m of line.matchAll(marks)) {
    if (m.index > from) all.push({ text: line.slice(from, m.index) })
    if (m[1] !== undefined) all.push({ text: m[1], style: 'strong' })
    else if (m[2] !== undefined) all.push({ text: m[2], style: 'code' })
    else all.push({ text: m[3] ?? '', style: 'em' })
    from = m.index + m[0].length
  }
  if (from < line.length) all.push({ text: line.slice(from) })
  return all
}
