// Where a person had scrolled up to in a terminal, for an emulator that takes
// another's place. Lines are found again by what they say: more may have been
// printed meanwhile, and the oldest are gone.

/** The lines of an emulator's buffer, the oldest first. */
export interface Lines {
  /** The line at the top of the screen when it is not scrolled. */
  readonly baseY: number
  /** The line at the top of what is in view. */
  readonly viewportY: number
  text(y: number): string
}

/** Place is what is in view, and how far up. */
export interface Place {
  up: number
  texts: readonly string[]
}

/** As many lines tell a place apart from others. */
const enough = 5

/** placeOf is where a person has scrolled up to; null at the bottom. */
export function placeOf(l: Lines): Place | null {
  if (l.viewportY >= l.baseY) return null
  return { up: l.baseY - l.viewportY, texts: Array.from({ length: enough }, (_, i) => l.text(l.viewportY + i)) }
}

/** find is the line to show at the top; null when it is gone. What was printed
 * since has only moved it further up. */
export function find(p: Place, l: Lines): number | null {
  for (let y = l.baseY - p.up; y >= 0; y--) {
    if (p.texts.every((t, i) => l.text(y + i) === t)) return y
  }
  return null
}

const places = new Map<number, Place>()

/** keepPlace remembers a terminal's place; null forgets it. */
export function keepPlace(terminal: number, place: Place | null): void {
  if (place) places.set(terminal, place)
  else places.delete(terminal)
}

/** takePlace is the place that was kept, once. */
export function takePlace(terminal: number): Place | null {
  const place = places.get(terminal) ?? null
  places.delete(terminal)
  return place
}
