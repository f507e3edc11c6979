// The line that a link to a file asked for, until the file is shown.

let wanted: { path: string; line: number } | undefined

export function wantLine(path: string, line: number): void {
  wanted = { path, line }
}

/** takeLine is the line that is wanted in a file, once; 0 for none. */
export function takeLine(path: string): number {
  if (wanted?.path !== path) return 0
  const { line } = wanted
  wanted = undefined
  return line
}
