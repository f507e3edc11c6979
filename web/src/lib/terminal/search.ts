// Which terminal the search opens in: each live one offers itself.

const live = new Set<{ focused(): boolean; search(): void }>()

/** offer makes a terminal one that can be searched, until it is taken back. */
export function offer(t: { focused(): boolean; search(): void }): () => void {
  live.add(t)
  return () => live.delete(t)
}

/** searchTerminal opens the search of the terminal with the focus, or of the only one. */
export function searchTerminal(): void {
  const all = [...live]
  const t = all.find((t) => t.focused()) ?? all.at(-1)
  t?.search()
}
