// What is typed before the palette can be typed into belongs to it: its code comes
// after the page's, and its input has the focus a moment later.

let typed = ''
let entered = false
let ready = false

/**
 * takeEarly is what was typed so far, and whether Enter followed; null when the
 * palette has had the keys already. From now on it has them.
 */
export function takeEarly(): { text: string; entered: boolean } | null {
  if (ready) return null
  const early = { text: typed, entered }
  paletteClosed()
  ready = true
  return early
}

/** paletteClosed lets the next palette begin anew. */
export function paletteClosed(): void {
  typed = ''
  entered = false
  ready = false
}

/** keepEarly keeps a key for a palette that cannot take it yet; it reports whether it did. */
export function keepEarly(e: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  if (ready || e.ctrlKey || e.metaKey || e.altKey || e.key === 'Escape') return false
  if (e.key === 'Enter') entered = true
  else if (e.key === 'Backspace') typed = typed.slice(0, -1)
  else if (e.key.length === 1) typed += e.key
  return true
}
