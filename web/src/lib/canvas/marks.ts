// The shapes of states, painted: the same that ui/Marks draws.

import type { Look } from './glance'

/** drawGlyph paints a state's shape around a point. */
export function drawGlyph(
  g: CanvasRenderingContext2D,
  look: Look,
  x: number,
  y: number,
  size: number,
  colour: string,
): void {
  const k = size / 12
  const arc = (radius: number, from = 0, to = Math.PI * 2) => {
    g.beginPath()
    g.arc(x, y, radius * k, from, to)
  }
  g.save()
  g.strokeStyle = g.fillStyle = colour
  g.lineWidth = 1.7 * k
  g.lineCap = 'round'
  switch (look) {
    case 'waiting':
      arc(3.4)
      g.fill()
      g.globalAlpha *= 0.3
      arc(5.8)
      g.fill()
      break
    case 'working':
      arc(4.4, -Math.PI / 2, 0)
      g.stroke()
      g.globalAlpha *= 0.3
      arc(4.4)
      g.stroke()
      break
    case 'idle':
    case 'empty':
      g.setLineDash(look === 'idle' ? [2.2 * k, 1.6 * k] : [])
      arc(4)
      g.stroke()
      break
    default:
      strokes(g, look, x, y, k)
  }
  g.restore()
}

function strokes(g: CanvasRenderingContext2D, look: Look, x: number, y: number, k: number): void {
  const line = (x1: number, y1: number, x2: number, y2: number) => {
    g.moveTo(x + x1 * k, y + y1 * k)
    g.lineTo(x + x2 * k, y + y2 * k)
  }
  g.beginPath()
  if (look === 'ended') {
    line(-3, -3, 3, 3)
    line(3, -3, -3, 3)
  } else if (look === 'runs') {
    line(-3, -2.5, 0, 0)
    line(0, 0, -3, 2.5)
    line(1, 3, 3.5, 3)
  } else if (look === 'parked') {
    line(-2, -3, -2, 3)
    line(2, -3, 2, 3)
  } else {
    g.arc(x, y - 1.5 * k, 2.2 * k, -Math.PI * 0.9, Math.PI * 0.4)
    line(0, 1.4, 0, 1.6)
    line(0, 4, 0, 4.1)
  }
  g.stroke()
}
