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

/** lineEnds is a text whose lines end with a line feed alone. */
export function lineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** plain is a text without colours. */
export function plain(text: string): Token[][] {
  return lineEnds(text)
    .split('\n')
    .map((line) => (line === '' ? [] : [{ text: line, kind: '' }]))
}

/** textOf is the text that tokens were made of. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map((t) => t.text).join('')
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

/** cut keeps a line's tokens up to a length, and says how many characters are left out. */
export function cut(tokens: readonly Token[], longest: number): { kept: readonly Token[]; left: number } {
  const length = tokens.reduce((n, t) => n + t.text.length, 0)
  if (length <= longest) return { kept: tokens, left: 0 }
  const kept: Token[] = []
  let room = longest
  for (const t of tokens) {
    if (room === 0) break
    kept.push({ ...t, text: t.text.slice(0, room) })
    room -= Math.min(room, t.text.length)
  }
  return { kept, left: length - longest }
}
