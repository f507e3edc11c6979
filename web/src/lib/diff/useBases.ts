import { useEffect, useState } from 'react'
import { call } from '../api/call'
import type { DiffBase } from '../api.gen'
import { attempt } from '../app/actions'

/** useBases is what a branch can be compared with; those that fit say why. */
export function useBases(worktree: string): readonly DiffBase[] {
  const [bases, setBases] = useState<readonly DiffBase[]>([])
  useEffect(() => {
    let gone = false
    void attempt(() => call('diff.bases', { worktree })).then((list) => {
      if (list && !gone) setBases(list)
    })
    return () => {
      gone = true
    }
  }, [worktree])
  return bases
}
