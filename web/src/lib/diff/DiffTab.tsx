import { type KeyboardEvent, useState } from 'react'
import type { Diff, DiffLayer } from '../api.gen'
import { useApp } from '../app/store'
import type { Tab } from '../workspace/model'
import { CommentBar } from './CommentBar'
import css from './Diff.module.css'
import { DiffHead } from './DiffHead'
import { FileList } from './FileList'
import { FilePatch } from './FilePatch'
import { Problem, type Wrong } from './Problem'
import { useReview } from './review'
import { type Chosen, filesInOrder, neighbour } from './tree'
import { useBases } from './useBases'
import { useDiff } from './useDiff'

/** DiffTab is the changes of a branch: its files at the left, one of them at the right. */
export function DiffTab({ worktree, tab, focused }: { worktree: string; tab: Tab; focused: boolean }) {
  const { look, drafts, set, comment } = useReview(worktree)
  const { diff, problem, reload } = useDiff(worktree, look.base, !look.whitespace, tab.opened)
  const bases = useBases(worktree, diff)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const agent = useApp((a) => a.terminals.find((t) => t.id === tab.terminal)?.agent ?? '')
  const shown = diff && (current(diff, chosen) ?? filesInOrder(diff)[0] ?? null)
  const again = look.base
    ? { title: 'Use the usual base', run: () => set({ base: '' }) }
    : { title: 'Read again', run: reload }
  const keys = (e: KeyboardEvent) => {
    const by = { ']': 1, '[': -1 }[e.key]
    if (!by || !diff || e.altKey || e.ctrlKey || e.metaKey || (e.target as HTMLElement).matches('input, textarea'))
      return
    e.preventDefault()
    setChosen(neighbour(filesInOrder(diff), shown, by) ?? null)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the whole view, beside those of its parts
    <div className={css.tab} data-worktree={worktree} onKeyDown={keys}>
      {diff && <DiffHead diff={diff} bases={bases} look={look} set={set} reload={reload} />}
      {problem && <Problem wrong={problem} action={again} />}
      {diff && layerProblems(diff).map((wrong) => <Problem key={wrong.message} wrong={wrong} />)}
      {!diff && !problem && <p className={css.note}>Reading the changes…</p>}
      {diff && (
        <div className={css.body}>
          <FileList
            focused={focused}
            diff={diff}
            bases={bases}
            shown={shown}
            choose={setChosen}
            drafts={drafts}
            set={set}
          />
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
            <p className={css.note}>{nothing(diff)}</p>
          )}
        </div>
      )}
      {drafts.length > 0 && <CommentBar terminal={tab.terminal ?? 0} agent={agent} drafts={drafts} comment={comment} />}
    </div>
  )
}

/** current is the chosen file as it is now, if it is still there. */
function current(diff: Diff, chosen: Chosen | null): Chosen | undefined {
  return filesInOrder(diff).find((c) => c.layer === chosen?.layer && c.file.path === chosen.file.path)
}

function layerProblems(diff: Diff): Wrong[] {
  const layers: DiffLayer[] = [diff.uncommitted, diff.committed]
  const wrongs = layers.flatMap((l) => (l.error ? [{ message: l.error.message, nextStep: l.error.next_step }] : []))
  return wrongs.filter((w, i) => wrongs.findIndex((v) => v.message === w.message) === i)
}

/** nothing says why no file is listed. */
function nothing(diff: Diff): string {
  if (diff.uncommitted.error ?? diff.committed.error) return 'No changes could be read.'
  const clean = 'Nothing is changed that is not committed'
  return diff.base ? `${clean}, and nothing is committed since ${diff.base.name}.` : `${clean}; ${diff.no_base}.`
}
