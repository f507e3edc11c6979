// How a terminal's cells fill a box.

export interface Size {
  cols: number
  rows: number
}

export interface Box {
  width: number
  height: number
}

/** Smaller sizes come from panes that are hidden or being opened. */
export const least: Size = { cols: 20, rows: 5 }
/** Text below this is a texture, not text. */
export const leastFont = 7

/** sizeFor returns how many cells fill the box; null for one too small to use. */
export function sizeFor(box: Box, cell: Box): Size | null {
  if (!(cell.width > 0 && cell.height > 0)) return null
  const cols = Math.floor(box.width / cell.width)
  const rows = Math.floor(box.height / cell.height)
  return cols < least.cols || rows < least.rows ? null : { cols: Math.min(cols, 1000), rows: Math.min(rows, 500) }
}

/**
 * fontToShow returns the font size at which a terminal of the size fits in the
 * box, at most the wished one. cell is what a cell measures at the wished font.
 */
export function fontToShow(size: Size, box: Box, cell: Box, wished: number): number {
  if (!(cell.width > 0 && cell.height > 0)) return wished
  const scale = Math.min(box.width / (size.cols * cell.width), box.height / (size.rows * cell.height))
  if (scale >= 1) return wished
  return Math.max(leastFont, Math.floor(wished * scale * 2) / 2)
}

export function same(a: Size, b: Size): boolean {
  return a.cols === b.cols && a.rows === b.rows
}
