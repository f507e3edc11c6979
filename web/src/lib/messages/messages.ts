// Messages as the page orders, filters and counts them.

import type { PageMessage } from '../api.gen'

export type Kind = 'ask' | 'warn' | 'done' | 'info'

const kinds: readonly string[] = ['ask', 'warn', 'done', 'info']

export function kindOf(m: Pick<PageMessage, 'kind'>): Kind {
  return kinds.includes(m.kind) ? (m.kind as Kind) : 'info'
}

export const kindWords: Record<Kind, string> = { ask: 'Asks', warn: 'Warning', done: 'Done', info: 'Info' }

/** unread is how many messages the person has not seen. */
export function unread(messages: readonly PageMessage[]): number {
  return messages.reduce((n, m) => n + (m.unread ? 1 : 0), 0)
}

/** latest is when a message last said something. */
export function latest(m: PageMessage): string {
  return m.replies?.at(-1)?.time ?? m.time
}

/** matching are the messages of a kind with the words in them. */
export function matching(messages: readonly PageMessage[], kind: Kind | 'all', words: string): PageMessage[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return messages.filter((m) => (kind === 'all' || kindOf(m) === kind) && wanted.every((w) => text(m).includes(w)))
}

function text(m: PageMessage): string {
  const replies = (m.replies ?? []).map((r) => r.text)
  return [`m${m.id}`, m.title, m.text, m.project, ...replies].join('\n').toLowerCase()
}
