import { useCallback, useEffect, useState } from 'react'
import { CallError, call } from '../api/call'
import type { Diff, DiffIn } from '../api.gen'

/** How often a shown Diff asks whether its branch changed. */
const every = 2000

export interface Loaded {
  diff: Diff | null
  problem: CallError | null
  reload(): void
}

/** useDiff is a branch's changes, read again when they change. */
export function useDiff(worktree: string, base: string, ignoreWhitespace: boolean, opened: number): Loaded {
  const [diff, setDiff] = useState<Diff | null>(null)
  const [problem, setProblem] = useState<CallError | null>(null)
  const load = useCallback(async () => {
    const input: DiffIn = {
      worktree,
      ...(base ? { base } : {}),
      ...(ignoreWhitespace ? { ignore_whitespace: true } : {}),
    }
    try {
      setDiff(await call('diff.get', input))
      setProblem(null)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error)
    }
  }, [worktree, base, ignoreWhitespace])
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened again, it is read again
  useEffect(() => void load(), [load, opened])
  const revision = diff?.revision
  useEffect(() => {
    if (revision === undefined) return
    const timer = setInterval(async () => {
      if (document.visibilityState === 'hidden') return
      const input: DiffIn = {
        worktree,
        ...(base ? { base } : {}),
        ...(ignoreWhitespace ? { ignore_whitespace: true } : {}),
      }
      const now = await call('diff.revision', input).catch(() => null)
      if (now && now.revision !== revision) void load()
    }, every)
    return () => clearInterval(timer)
  }, [revision, load, worktree, base, ignoreWhitespace])
  return { diff, problem, reload: () => void load() }
}
