// Comments on changed lines, collected until they are sent as one message.

import type { DiffComment } from '../api.gen'

export interface Draft extends DiffComment {
  id: number
}

export type CommentAct =
  | { act: 'add'; comment: DiffComment }
  | { act: 'edit'; id: number; text: string }
  | { act: 'remove'; id: number }
  | { act: 'clear' }

/** reduce is the drafts after an act; a comment without text is none. */
export function reduce(drafts: readonly Draft[], a: CommentAct): readonly Draft[] {
  switch (a.act) {
    case 'add': {
      if (a.comment.text.trim() === '') return drafts
      const id = drafts.reduce((n, d) => Math.max(n, d.id), 0) + 1
      return [...drafts, { ...a.comment, text: a.comment.text.trim(), id }]
    }
    case 'edit': {
      const text = a.text.trim()
      if (text === '') return reduce(drafts, { act: 'remove', id: a.id })
      return drafts.map((d) => (d.id === a.id ? { ...d, text } : d))
    }
    case 'remove':
      return drafts.filter((d) => d.id !== a.id)
    case 'clear':
      return []
  }
}

/** toSend is the drafts as the daemon takes them. */
export function toSend(drafts: readonly Draft[]): DiffComment[] {
  return drafts.map(({ id: _, ...comment }) => comment)
}

/** place says where a comment belongs. */
export function place(c: Pick<DiffComment, 'path' | 'line' | 'old'>): string {
  if (!c.line) return c.path
  return `${c.path}:${c.line}${c.old ? ' (old)' : ''}`
}
