import { SquareArrowOutUpRight } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { CallError, call } from '../api/call'
import type { DiffFileIn, DiffText } from '../api.gen'
import { show } from '../app/actions'
import { PathName } from '../ui/PathName'
import type { CommentAct, Draft } from './comments'
import css from './Diff.module.css'
import { ImageSides } from './ImageSides'
import { noLines, remark } from './notes'
import { PatchRows } from './PatchRows'
import { Problem } from './Problem'
import { parsePatch } from './patch'
import type { Look } from './review'
import type { Chosen } from './tree'

interface Props {
  worktree: string
  chosen: Chosen
  look: Look
  /** The patch is read again when it changes. */
  revision: string
  drafts: readonly Draft[]
  comment(act: CommentAct): void
  canComment: boolean
}

/** FilePatch is one file's changes. */
export function FilePatch(props: Props) {
  const { worktree, chosen } = props
  const { file } = chosen
  const [full, setFull] = useState(false)
  const { text, problem } = usePatch(props, full)
  // A path that git had to quote is no path that a file can be opened by.
  const readable = file.status !== 'deleted' && !file.submodule && !file.path.startsWith('"')
  return (
    <section className={css.patch} aria-label={`Changes of ${file.path}`}>
      <header>
        <h2>
          {file.from && <PathName path={file.from} />}
          {file.from && <span className="dim">{' → '}</span>}
          <PathName path={file.path} />
        </h2>
        {file.mode && <small className="dim tnum">{file.mode.replace(' ', ' → ')}</small>}
        {readable && (
          <button type="button" className="btn ghost sm" onClick={() => show(`file:${worktree}/${file.path}`)}>
            <SquareArrowOutUpRight className="icon s" aria-hidden="true" />
            Open file
          </button>
        )}
      </header>
      {problem && <Problem wrong={problem} />}
      {text && <Body {...props} text={text} full={() => setFull(true)} />}
      {!text && !problem && <p className={css.note}>Reading…</p>}
    </section>
  )
}

/** How long after a failure the patch is asked for again. */
const again = 3000

/** usePatch is a file's patch, read again with each revision. */
function usePatch({ worktree, chosen: { layer, file }, look, revision }: Props, full: boolean) {
  const [text, setText] = useState<DiffText | null>(null)
  const [problem, setProblem] = useState<CallError | null>(null)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another revision, the patch may be another
  useEffect(() => {
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const input: DiffFileIn = {
      worktree,
      layer,
      path: file.path,
      ...(file.from ? { from: file.from } : {}),
      ...(look.base ? { base: look.base } : {}),
      ...(look.whitespace ? {} : { ignore_whitespace: true }),
      ...(full ? { full: true } : {}),
    }
    const take = (t: DiffText | null, e: CallError | null) => {
      if (gone) return
      setText(t)
      setProblem(e)
      if (e) timer = setTimeout(() => setTurn(turn + 1), again)
    }
    call('diff.file', input).then(
      (t) => take(t, null),
      (e) => {
        if (!(e instanceof CallError)) throw e
        take(null, e)
      },
    )
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [worktree, layer, file.path, file.from, look.base, look.whitespace, full, revision, turn])
  return { text, problem }
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
  if (hunks.length === 0) return <p className={css.note}>{noLines(props.chosen.file)}</p>
  const said = remark(props.chosen.file, text)
  return (
    <>
      {said && <p className={css.remark}>{said}</p>}
      <PatchRows text={text} hunks={hunks} {...props} />
    </>
  )
}
