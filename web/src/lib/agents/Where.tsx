import { GitBranch } from 'lucide-react'
import type { TerminalView } from '../api.gen'
import { place } from '../terminal/list'

/** Where is an agent's project, and the branch that it is on, or its folder. */
export function Where({ t }: { t: Pick<TerminalView, 'project' | 'dir' | 'branch'> }) {
  const { project, folder } = place(t)
  return (
    <>
      <span className="cut">{project}</span>
      {t.branch ? (
        <span className="branch" title={`Branch ${t.branch}`}>
          <GitBranch className="icon xs" aria-hidden="true" />
          <span className="mono cut">{t.branch}</span>
        </span>
      ) : (
        folder && <span className="mono cut">{folder}</span>
      )}
    </>
  )
}
