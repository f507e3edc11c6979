// Links that programs print. They are opened with a modifier held, as in other
// terminals: a click alone belongs to the selection, or to the program.

const allowed = ['http:', 'https:', 'mailto:']

/** isSafe says whether a link may be opened at all: programs print what they like. */
export function isSafe(uri: string): boolean {
  try {
    return allowed.includes(new URL(uri).protocol)
  } catch {
    return false
  }
}

export function openLink(e: MouseEvent, uri: string): void {
  if ((e.ctrlKey || e.metaKey) && isSafe(uri)) window.open(uri, '_blank', 'noopener,noreferrer')
}
