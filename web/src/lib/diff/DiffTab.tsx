import { useReducer, useState } from 'react'
import { useApp } from '../app/store'
import type { Tab } from '../workspace/model'
import { CommentBar } from './CommentBar'
import { reduce } from './comments'
import css from './Diff.module.css'
import { DiffHead, type Look } from './DiffHead'
import { FileList } from './FileList'
import { type Chosen, FilePatch } from './FilePatch'
import { useDiff } from './useDiff'

/** DiffTab is the changes of a branch: its files at the left, one of them at the right. */
export function DiffTab({ worktree, tab }: { worktree: string; tab: Tab }) {
  const [look, setLook] = useState<Look>({ base: '', whitespace: true, split: false })
  const { diff, problem, reload } = useDiff(worktree, look.base, !look.whitespace, tab.opened)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [drafts, comment] = useReducer(reduce, [])
  const agent = useApp((a) => a.terminals.find((t) => t.id === tab.terminal)?.agent ?? '')
  if (problem && !diff) {
    return (
      <div className={css.note}>
        <p>{problem.message}</p>
        <p className="dim">{problem.nextStep}</p>
      </div>
    )
  }
  if (!diff) return null
  const shown = chosen && has(diff[chosen.layer].files, chosen.file.path) ? chosen : first(diff)
  return (
    <div className={css.tab}>
      <DiffHead diff={diff} look={look} set={(part) => setLook({ ...look, ...part })} reload={reload} />
      <div className={css.body}>
        <FileList diff={diff} shown={shown} choose={setChosen} drafts={drafts} />
        {shown ? (
          <FilePatch
            key={`${shown.layer}:${shown.file.path}`}
            worktree={worktree}
            chosen={shown}
            look={look}
            revision={diff.revision}
            drafts={drafts}
            comment={comment}
            canComment={agent !== ''}
          />
        ) : (
          <p className={css.note}>{diff.no_base ?? 'Nothing has changed.'}</p>
        )}
      </div>
      {drafts.length > 0 && <CommentBar terminal={tab.terminal ?? 0} agent={agent} drafts={drafts} comment={comment} />}
    </div>
  )
}

function has(files: readonly { path: string }[], path: string): boolean {
  return files.some((f) => f.path === path)
}

/** first is the file that is shown when none was chosen: what is not committed comes first. */
function first(diff: {
  committed: { files: Chosen['file'][] }
  uncommitted: { files: Chosen['file'][] }
}): Chosen | null {
  for (const layer of ['uncommitted', 'committed'] as const) {
    const file = diff[layer].files[0]
    if (file) return { layer, file }
  }
  return null
}
