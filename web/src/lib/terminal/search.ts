// Which text a command is for that is not about one: each that is shown offers
// itself, and the one with the focus is meant.

export interface Text {
  focused(): boolean
  search(): void
  /** Goes to the prompt before or after; a text without prompts has none. */
  toPrompt?(by: -1 | 1): void
}

const shown = new Set<Text>()

/** offer makes a text one that commands can mean, until it is taken back. */
export function offer(t: Text): () => void {
  shown.add(t)
  return () => shown.delete(t)
}

function meant(): Text | undefined {
  const all = [...shown]
  return all.find((t) => t.focused()) ?? all.at(-1)
}

/** searchText opens the search of the text that is meant. */
export function searchText(): void {
  meant()?.search()
}

export function toPrompt(by: -1 | 1): void {
  meant()?.toPrompt?.(by)
}
