// What was chosen last, so that it comes first.

const key = 'junto.recent'
const most = 20

/** recent are the ids that were chosen, the latest first. */
export function recent(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function remember(id: string): void {
  const next = [id, ...recent().filter((r) => r !== id)].slice(0, most)
  localStorage.setItem(key, JSON.stringify(next))
}
