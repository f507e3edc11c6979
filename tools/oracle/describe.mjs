// What a terminal shows, as text that two emulators can be compared by. The
// Go side writes the same in oracle_test.go.

/** A blank cell shows none of what only changes the look of a character. */
function look(cell, blank) {
  const inverse = cell.isInverse()
  let s = ''
  if (!blank) {
    if (cell.isBold()) s += 'b'
    if (cell.isDim()) s += 'd'
    if (cell.isItalic()) s += 'i'
    if (cell.isBlink()) s += 'k'
    if (cell.isInvisible()) s += 'h'
  }
  if (inverse) s += 'v'
  if (cell.isUnderline()) s += 'u'
  if (cell.isStrikethrough()) s += 's'
  if (cell.isOverline()) s += 'o'
  if (!blank || inverse) s += color('f', cell.isFgPalette(), cell.isFgRGB(), cell.getFgColor())
  return s + color('g', cell.isBgPalette(), cell.isBgRGB(), cell.getBgColor())
}

function color(name, palette, rgb, value) {
  if (palette) return `${name}${value}`
  if (rgb) return `${name}#${value.toString(16).padStart(6, '0')}`
  return ''
}

/** One row: its text, with the look in braces where it changes. */
function row(line, cols, cell) {
  let s = ''
  let last = ''
  let wide = false
  for (let x = 0; x < cols; x++) {
    line.getCell(x, cell)
    let chars = cell.getChars()
    const tail = wide && cell.getWidth() === 0 && chars === ''
    wide = cell.getWidth() === 2
    if (tail) continue
    if (chars === '' || chars === '\0') chars = ' '
    const l = look(cell, chars === ' ')
    if (l !== last) s += `{${l}}`
    last = l
    s += chars
  }
  return s.replace(/ +$/, '')
}

const combined = 0x200000 // in a cell's first word: its text is kept elsewhere
const known = new WeakMap()

/** row, from memory for a line whose cells are as when it was last described. */
function cachedRow(view, cols, cell) {
  const { buffer, byteOffset, byteLength } = view._line._data
  const cells = Buffer.from(buffer, byteOffset, byteLength)
  const before = known.get(view._line)
  if (before?.cells.equals(cells)) return before.text
  const text = row(view, cols, cell)
  if (view._line._data.some((word, i) => i % 3 === 0 && word & combined)) known.delete(view._line)
  else known.set(view._line, { cells: Buffer.from(cells), text })
  return text
}

function modes(t) {
  const m = t.modes
  const core = t._core
  return JSON.stringify({
    alt: t.buffer.active.type === 'alternate',
    appCursor: m.applicationCursorKeysMode,
    appKeypad: m.applicationKeypadMode,
    autowrap: m.wraparoundMode,
    focus: m.sendFocusMode,
    hidden: core.coreService.isCursorHidden,
    insert: m.insertMode,
    mouse: m.mouseTrackingMode,
    mouseCode: core.coreMouseService.activeEncoding,
    origin: m.originMode,
    paste: m.bracketedPasteMode,
    reverseWrap: m.reverseWraparoundMode,
    sync: m.synchronizedOutputMode,
  })
}

/** parts: 'h' adds the scrollback and soft wraps, 't' the title. */
export function describe(t, title, parts) {
  const b = t.buffer.active
  const cell = b.getNullCell()
  const lines = []
  for (let y = 0; y < t.rows; y++) lines.push(cachedRow(b.getLine(b.baseY + y), t.cols, cell))
  lines.push(`cursor ${Math.min(b.cursorX, t.cols - 1)},${b.cursorY}${b.cursorX === t.cols ? ' pending' : ''}`)
  lines.push(modes(t))
  if (parts.includes('t')) lines.push(`title ${title}`)
  if (parts.includes('h')) {
    const n = t.buffer.normal
    const history = []
    for (let y = 0; y < n.length; y++) {
      const line = n.getLine(y)
      const next = n.getLine(y + 1)
      history.push(row(line, t.cols, cell) + (next?.isWrapped ? '\\' : ''))
    }
    while (history.length && history[history.length - 1] === '') history.pop()
    lines.push(...history)
  }
  return lines.join('\n')
}
