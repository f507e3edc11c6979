// What is typed before the palette is drawn belongs to it: its code comes after
// the page's.

let typed = ''
let drawn = false

/** takeEarly is what was typed so far; the palette has the keys from now on. */
export function takeEarly(): string {
  drawn = true
  const early = typed
  typed = ''
  return early
}

/** paletteClosed lets the next palette begin anew. */
export function paletteClosed(): void {
  typed = ''
  drawn = false
}

/** keepEarly keeps a key for a palette that is not drawn yet; it reports whether it did. */
export function keepEarly(e: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  if (drawn || e.ctrlKey || e.metaKey || e.altKey || e.key === 'Escape') return false
  if (e.key === 'Backspace') typed = typed.slice(0, -1)
  else if (e.key.length === 1) typed += e.key
  return true
}
