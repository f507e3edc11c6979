import { Columns2, GitBranch, Pilcrow, RotateCw, Rows2 } from 'lucide-react'
import type { Diff, DiffBase } from '../api.gen'
import css from './Diff.module.css'
import type { Look } from './review'

interface Props {
  diff: Diff
  bases: readonly DiffBase[]
  look: Look
  set(part: Partial<Look>): void
  reload(): void
}

/** DiffHead says what is compared with what, and how it is shown. */
export function DiffHead({ diff, bases, look, set, reload }: Props) {
  const { base } = diff
  return (
    <header className={css.head}>
      <h1>
        <GitBranch className="icon s" aria-hidden="true" />
        <span className="mono cut">
          {diff.branch || (diff.head ? `detached at ${diff.head.slice(0, 8)}` : 'no commit yet')}
        </span>
      </h1>
      <span className="dim">against</span>
      <BaseChoice diff={diff} bases={bases} chosen={look.base} choose={(ref) => set({ base: ref })} />
      {base && (
        <small className="tnum cut" title={`${base.commit.slice(0, 8)}, ${base.date}`}>
          {base.why} · {base.ahead} ahead, {base.behind} behind
        </small>
      )}
      <span className={css.tools}>
        <button
          type="button"
          className="btn ghost sm square"
          aria-pressed={!look.whitespace}
          aria-label="Ignore changes of white space"
          title="Ignore changes of white space"
          onClick={() => set({ whitespace: !look.whitespace })}
        >
          <Pilcrow className="icon s" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn ghost sm square"
          aria-pressed={look.split}
          aria-label="Both sides beside each other"
          title="Both sides beside each other"
          onClick={() => set({ split: !look.split })}
        >
          {look.split ? (
            <Columns2 className="icon s" aria-hidden="true" />
          ) : (
            <Rows2 className="icon s" aria-hidden="true" />
          )}
        </button>
        <button type="button" className="btn ghost sm square" aria-label="Read again" onClick={reload}>
          <RotateCw className="icon s" aria-hidden="true" />
        </button>
      </span>
    </header>
  )
}

interface Choice {
  chosen: string
  choose(ref: string): void
}

/** BaseChoice offers what the branch can be compared with. */
function BaseChoice({ diff, bases, chosen, choose }: Pick<Props, 'diff' | 'bases'> & Choice) {
  const now = diff.base
  const others = bases.filter((b) => b.ref !== now?.ref)
  return (
    <select
      className={css.base}
      aria-label="Compare with"
      value={chosen || now?.ref || ''}
      onChange={(e) => choose(e.target.value)}
    >
      {now ? <option value={now.ref}>{now.name}</option> : <option value="">nothing</option>}
      {others.map((b) => (
        <option key={b.ref} value={b.ref}>
          {b.why ? `${b.name} (${b.why})` : b.name}
        </option>
      ))}
    </select>
  )
}
