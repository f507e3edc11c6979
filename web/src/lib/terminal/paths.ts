// Places in files that programs print: path:line, to be opened in a tab.

export interface Place {
  path: string
  line: number
  /** Where it is in the text. */
  start: number
  end: number
}

const place = /(?:~|\.{1,2})?(?:\/?[\w@+.-]+)*\/?[\w@+-]+\.[A-Za-z][\w]*(?::(\d+))?(?::\d+)?/g

/** placesIn finds places in a line. One without a line number must have a folder:
 * many words have a dot in them. */
export function placesIn(text: string): Place[] {
  const found: Place[] = []
  for (const m of text.matchAll(place)) {
    const path = m[0].replace(/:\d+(:\d+)?$/, '')
    const before = text[m.index - 1] ?? ''
    if ((!m[1] && !path.includes('/')) || before === ':' || before === '/') continue
    found.push({ path, line: Number(m[1] ?? 0), start: m.index, end: m.index + m[0].length })
  }
  return found
}

/** absolute is a place's path from the folder that its program runs in. */
export function absolute(path: string, dir: string): string {
  if (path.startsWith('/') || path.startsWith('~')) return path
  const parts = dir.split('/')
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}
