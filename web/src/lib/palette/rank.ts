// How well what a person typed fits a title: all letters in order, with more
// for words' beginnings and for runs.

/** score is above zero when the query fits; larger is better. */
export function score(query: string, title: string): number {
  const q = query.toLowerCase().replace(/\s+/g, '')
  if (q === '') return 1
  const t = title.toLowerCase()
  let total = 0
  let from = 0
  let run = 0
  for (const c of q) {
    const at = t.indexOf(c, from)
    if (at < 0) return 0
    run = at === from && from > 0 ? run + 1 : 0
    const begins = at === 0 || /[\s\-_/.:]/.test(t[at - 1] ?? '')
    total += 1 + run * 2 + (begins ? 4 : 0) - Math.min(1, (at - from) * 0.05)
    from = at + 1
  }
  return total + q.length / (t.length + 1) + (t.startsWith(q) ? 10 : 0)
}

export interface Ranked<T> {
  item: T
  score: number
}

/** rank orders items by how well they fit; among equals the recent come first. */
export function rank<T extends { id: string; title: string }>(
  query: string,
  items: readonly T[],
  recent: readonly string[],
): T[] {
  const place = new Map(recent.map((id, i) => [id, recent.length - i]))
  return items
    .map((item) => ({ item, fit: score(query, item.title), recent: place.get(item.id) ?? 0 }))
    .filter((r) => r.fit > 0)
    .sort((a, b) => (query.trim() ? b.fit + b.recent * 0.3 - (a.fit + a.recent * 0.3) : b.recent - a.recent))
    .map((r) => r.item)
}
