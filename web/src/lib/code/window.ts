// Which rows of a long list are drawn.

/** Rows drawn beyond each end, so that a scroll does not show a gap. */
const beyond = 20

/** windowOf is the first row that is drawn and the one after the last. */
export function windowOf(count: number, rowHeight: number, top: number, height: number): [first: number, end: number] {
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond)
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + beyond)
  return [Math.min(first, end), end]
}

/** topFor is where to scroll so that a row is in the middle third. */
export function topFor(row: number, rowHeight: number, height: number): number {
  return Math.max(0, row * rowHeight - height / 3)
}

/** revealed is where to scroll so that a row is in view, and no further. */
export function revealed(row: number, rowHeight: number, top: number, height: number): number {
  const at = row * rowHeight
  if (at < top) return at
  return Math.max(top, at + rowHeight - height)
}
