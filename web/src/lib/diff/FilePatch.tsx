import { SquareArrowOutUpRight } from 'lucide-react'
import { type Dispatch, useEffect, useMemo, useState } from 'react'
import { CallError, call } from '../api/call'
import type { DiffFile, DiffText } from '../api.gen'
import { show } from '../app/actions'
import type { CommentAct, Draft } from './comments'
import css from './Diff.module.css'
import type { Look } from './DiffHead'
import { ImageSides } from './ImageSides'
import { PatchRows } from './PatchRows'
import { parsePatch } from './patch'

export type LayerName = 'committed' | 'uncommitted'

export interface Chosen {
  layer: LayerName
  file: DiffFile
}

interface Props {
  worktree: string
  chosen: Chosen
  look: Look
  /** The patch is read again when it changes. */
  revision: string
  drafts: readonly Draft[]
  comment: Dispatch<CommentAct>
  canComment: boolean
}

/** FilePatch is one file's changes. */
export function FilePatch(props: Props) {
  const { worktree, chosen, look, revision } = props
  const { layer, file } = chosen
  const [text, setText] = useState<DiffText | null>(null)
  const [problem, setProblem] = useState('')
  const [full, setFull] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another revision, the patch may be another
  useEffect(() => {
    let gone = false
    call('diff.file', {
      worktree,
      layer,
      path: file.path,
      ...(file.from ? { from: file.from } : {}),
      ...(look.base ? { base: look.base } : {}),
      ...(look.whitespace ? {} : { ignore_whitespace: true }),
      ...(full ? { full: true } : {}),
    })
      .then((t) => !gone && setText(t))
      .catch((e) => {
        if (!(e instanceof CallError)) throw e
        if (!gone) setProblem(e.message)
      })
    return () => {
      gone = true
    }
  }, [worktree, layer, file.path, file.from, look.base, look.whitespace, full, revision])
  return (
    <section className={css.patch} aria-label={`Changes of ${file.path}`}>
      <header>
        <h2 className="mono cut">
          {file.from && <span className="dim">{file.from} → </span>}
          {file.path}
        </h2>
        {file.mode && <small className="dim">mode {file.mode.replace(' ', ' → ')}</small>}
        <button type="button" className="btn ghost sm" onClick={() => show(`file:${worktree}/${file.path}`)}>
          <SquareArrowOutUpRight className="icon s" aria-hidden="true" />
          Open file
        </button>
      </header>
      {problem ? (
        <p className={css.note}>{problem}</p>
      ) : (
        text && <Body {...props} text={text} full={() => setFull(true)} />
      )}
    </section>
  )
}

function Body({ text, full, ...props }: Props & { text: DiffText; full(): void }) {
  const hunks = useMemo(() => parsePatch(text.patch), [text.patch])
  if (text.media) return <ImageSides text={text} />
  if (text.binary) return <p className={css.note}>A binary file changed: it has no lines to show.</p>
  if (text.too_large) return <p className={css.note}>The changes are too large to be shown here.</p>
  if (text.large) {
    return (
      <div className={css.note}>
        <p>The changes of this file are large.</p>
        <button type="button" className="btn sm" onClick={full}>
          Show them
        </button>
      </div>
    )
  }
  if (hunks.length === 0) return <p className={css.note}>No line of it changed.</p>
  return <PatchRows text={text} hunks={hunks} {...props} />
}
