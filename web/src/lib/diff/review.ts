// What a person has set and written on the changes of a worktree. It outlives
// the tab that shows them, and the page.

import { useSyncExternalStore } from 'react'
import { type CommentAct, type Draft, reduce } from './comments'

export interface Look {
  /** The base that was chosen; empty for the one that fits. */
  base: string
  whitespace: boolean
  split: boolean
}

export interface Review {
  look: Look
  drafts: readonly Draft[]
}

export const fresh: Review = { look: { base: '', whitespace: true, split: false }, drafts: [] }

const reviews = new Map<string, Review>()
const listeners = new Set<() => void>()
const keyOf = (worktree: string) => `junto.review:${worktree}`

/** parse reads a review that was kept; whatever else is there makes a fresh one. */
export function parse(kept: string | null): Review {
  try {
    const r = (JSON.parse(kept ?? '{}') ?? {}) as Partial<Review>
    return { look: { ...fresh.look, ...r.look }, drafts: Array.isArray(r.drafts) ? r.drafts : [] }
  } catch {
    return fresh
  }
}

function get(worktree: string): Review {
  let r = reviews.get(worktree)
  if (!r) {
    r = parse(localStorage.getItem(keyOf(worktree)))
    reviews.set(worktree, r)
  }
  return r
}

function put(worktree: string, r: Review): void {
  reviews.set(worktree, r)
  localStorage.setItem(keyOf(worktree), JSON.stringify(r))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** useReview is a worktree's review, and the ways to change it. */
export function useReview(worktree: string) {
  const review = useSyncExternalStore(subscribe, () => get(worktree))
  return {
    ...review,
    set: (part: Partial<Look>) => {
      const r = get(worktree)
      put(worktree, { ...r, look: { ...r.look, ...part } })
    },
    comment: (act: CommentAct) => {
      const r = get(worktree)
      put(worktree, { ...r, drafts: reduce(r.drafts, act) })
    },
  }
}
