import { useCallback, useEffect, useRef, useState } from 'react'
import { CallError, call } from '../api/call'
import type { Diff, DiffIn } from '../api.gen'

/** How often a shown Diff asks whether its branch changed. */
const every = 2000

export interface Loaded {
  /** The changes as they were read last. */
  diff: Diff | null
  /** Why they could not be read again. */
  problem: CallError | null
  reload(): void
}

/** useDiff is a branch's changes, read again when they change, and when they
 * could not be read. */
export function useDiff(worktree: string, base: string, ignoreWhitespace: boolean, opened: number): Loaded {
  const [diff, setDiff] = useState<Diff | null>(null)
  const [problem, setProblem] = useState<CallError | null>(null)
  const turn = useRef(0)
  const load = useCallback(async () => {
    const mine = ++turn.current
    const input = inputOf(worktree, base, ignoreWhitespace)
    const read = await attempt(() => call('diff.get', input))
    if (mine !== turn.current) return // something newer was asked for
    if (!(read instanceof CallError)) setDiff(read)
    setProblem(read instanceof CallError ? read : null)
  }, [worktree, base, ignoreWhitespace])
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened again, it is read again
  useEffect(() => void load(), [load, opened])
  const revision = problem ? undefined : diff?.revision
  useEffect(() => {
    let busy = false
    const look = async () => {
      if (busy || document.visibilityState === 'hidden') return
      busy = true
      const now = await attempt(() => call('diff.revision', inputOf(worktree, base, ignoreWhitespace)))
      const changed = now instanceof CallError ? revision !== undefined : now.revision !== revision
      if (changed) await load()
      busy = false
    }
    const timer = setInterval(() => void look(), every)
    return () => clearInterval(timer)
  }, [revision, load, worktree, base, ignoreWhitespace])
  return { diff, problem, reload: () => void load() }
}

function inputOf(worktree: string, base: string, ignoreWhitespace: boolean): DiffIn {
  return { worktree, ...(base ? { base } : {}), ...(ignoreWhitespace ? { ignore_whitespace: true } : {}) }
}

async function attempt<T>(step: () => Promise<T>): Promise<T | CallError> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof CallError) return error
    throw error
  }
}
