import { useEffect, useState } from 'react'
import { call } from '../api/call'
import type { Diff } from '../api.gen'

/** Changes is how much an agent's branch changed, counted anew when the agent's
 * status changes; nothing where there is no branch. Why is for Review changes to say. */
export function Changes({ id, status }: { id: number; status: string }) {
  const [diff, setDiff] = useState<Diff | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an agent that begins or ends its work may have changed something
  useEffect(() => {
    let gone = false
    call('diff.get', { terminal: id }).then(
      (d) => !gone && setDiff(d),
      () => !gone && setDiff(null),
    )
    return () => {
      gone = true
    }
  }, [id, status])
  if (!diff) return null
  const files = diff.committed.total + diff.uncommitted.total
  if (files === 0) return <span>no changes</span>
  return (
    <span className="changes tnum">
      <span className="mono added">+{diff.committed.added + diff.uncommitted.added}</span>{' '}
      <span className="mono deleted">−{diff.committed.deleted + diff.uncommitted.deleted}</span>{' '}
      {files === 1 ? 'in 1 file' : `in ${files} files`}
    </span>
  )
}
