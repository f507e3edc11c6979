import { useEffect, useState } from 'react'
import { call } from '../api/call'
import type { Diff, DiffBase } from '../api.gen'
import { attempt } from '../app/actions'

/** useBases is what the branch can be compared with, read again when it is
 * another branch or another base; those that fit say why. */
export function useBases(worktree: string, diff: Diff | null): readonly DiffBase[] {
  const [bases, setBases] = useState<readonly DiffBase[]>([])
  const known = diff !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another branch or base, the list may be another
  useEffect(() => {
    if (!known) return
    let gone = false
    void attempt(() => call('diff.bases', { worktree })).then((list) => {
      if (list && !gone) setBases(list)
    })
    return () => {
      gone = true
    }
  }, [worktree, known, diff?.branch, diff?.base?.ref])
  return bases
}
