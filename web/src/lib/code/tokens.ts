// Coloured text as lines of tokens. The highlighter writes HTML; this reads it
// into data, so that nothing it wrote ever becomes part of the page.

export interface Token {
  text: string
  /** What it is, as the highlighter names it: keyword, string, …; '' for plain. */
  kind: string
}

const part = /<span class="([^"]*)">|<\/span>|&(amp|lt|gt|quot|#x27);|[^<&]+|[<&]/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** toLines reads the highlighter's HTML. A token that spans lines is in each. */
export function toLines(html: string): Token[][] {
  const lines: Token[][] = [[]]
  const open: string[] = []
  for (const [all, classes, entity] of html.matchAll(part)) {
    if (classes !== undefined) open.push(kindOf(classes))
    else if (all === '</span>') open.pop()
    else add(lines, entity ? (entities[entity] ?? all) : all, open.findLast((k) => k !== '') ?? '')
  }
  return lines
}

function kindOf(classes: string): string {
  const name = classes.split(' ').find((c) => c.startsWith('hljs-'))
  return name ? name.slice('hljs-'.length) : ''
}

function add(lines: Token[][], text: string, kind: string): void {
  for (const [i, line] of text.split('\n').entries()) {
    if (i > 0) lines.push([])
    if (line === '') continue
    const last = lines.at(-1) as Token[]
    const before = last.at(-1)
    if (before?.kind === kind) before.text += line
    else last.push({ text: line, kind })
  }
}

/** plain is a text without colours. */
export function plain(text: string): Token[][] {
  return text.split('\n').map((line) => (line === '' ? [] : [{ text: line, kind: '' }]))
}

/** A piece of a line: a token, or a part of one that is marked. */
export interface Piece extends Token {
  marked: boolean
}

/** marked cuts a line's tokens at the ranges, from start up to end each, in order. */
export function marked(tokens: readonly Token[], ranges: readonly (readonly [number, number])[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { text, kind } of tokens) {
    const end = at + text.length
    let from = at
    for (const [start, stop] of ranges) {
      if (stop <= from || start >= end) continue
      if (start > from) pieces.push({ text: text.slice(from - at, start - at), kind, marked: false })
      const to = Math.min(stop, end)
      pieces.push({ text: text.slice(Math.max(start, from) - at, to - at), kind, marked: true })
      from = to
    }
    if (from < end) pieces.push({ text: text.slice(from - at), kind, marked: false })
    at = end
  }
  return pieces
}
