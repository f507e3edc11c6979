// A terminal's last lines on a card: as text, or as bars where text could not be
// read.

import type { Ink } from './ink'

export interface Snapshot {
  lines: readonly string[]
  /** In CSS pixels of the card. */
  width: number
  height: number
  /** Backing pixels for one of the card. */
  scale: number
  bars: boolean
}

const size = 11.5
export const lineHeight = 17
const inset = { x: 11, y: 8 }

/** fits is how many lines a screen of that height shows. */
export function fits(height: number): number {
  return Math.max(1, Math.floor((height - 2 * inset.y) / lineHeight))
}

export function paintSnapshot(canvas: HTMLCanvasElement, s: Snapshot, ink: Ink): void {
  const width = Math.max(1, Math.round(s.width * s.scale))
  const height = Math.max(1, Math.round(s.height * s.scale))
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const g = canvas.getContext('2d')
  if (!g) return
  g.setTransform(s.scale, 0, 0, s.scale, 0, 0)
  g.clearRect(0, 0, s.width, s.height)
  g.font = `400 ${size}px ${ink.mono}`
  g.textBaseline = 'alphabetic'
  g.fillStyle = ink.soft
  const shown = s.lines.slice(-fits(s.height))
  const letter = g.measureText('0').width
  let y = s.height - inset.y - shown.length * lineHeight
  for (const line of shown) {
    if (s.bars) bar(g, line, inset.x, y + 5, letter)
    else g.fillText(line, inset.x, y + 12.5)
    y += lineHeight
  }
}

function bar(g: CanvasRenderingContext2D, line: string, x: number, y: number, letter: number): void {
  g.globalAlpha = 0.5
  for (const word of line.matchAll(/\S+(?: \S+)*/g)) {
    g.fillRect(x + word.index * letter, y, word[0].length * letter, 6)
  }
  g.globalAlpha = 1
}
