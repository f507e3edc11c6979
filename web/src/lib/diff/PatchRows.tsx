import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { DiffText } from '../api.gen'
import { Line } from '../code/Line'
import { Rows, type RowsHandle } from '../code/Rows'
import { plain, type Token, textOf } from '../code/tokens'
import { useHighlight } from '../code/useHighlight'
import { CommentEditor } from './CommentEditor'
import type { CommentAct, Draft } from './comments'
import css from './Diff.module.css'
import { type Ends, endsOf, type Hunk, isLink, lastNumber, type PatchLine } from './patch'
import type { Look } from './review'
import { type Row, type Side, split, unified } from './rows'

interface Props {
  text: DiffText
  hunks: readonly Hunk[]
  look: Look
  drafts: readonly Draft[]
  comment(act: CommentAct): void
  canComment: boolean
}

const rowHeight = 20
/** How many letters an arrow key moves lines that are cut. */
const step = 8
/** About how many pixels of a wheel's turn are a letter. */
const letter = 7.5

/** useCursor is the row that the keys are on, and how many letters lines beside
 * each other are moved to the left: they are cut, as both sides keep their width. */
function useCursor(count: number, longest: number, reveal: (row: number) => void) {
  const [cursor, setCursor] = useState(-1)
  const [shift, setShift] = useState(0)
  const move = (by: number) => setShift((s) => Math.max(0, Math.min(longest, s + by)))
  const keys = (e: KeyboardEvent) => {
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[e.key]
    const sideways = { ArrowRight: step, ArrowLeft: -step }[e.key]
    if (by) {
      e.preventDefault()
      const to = Math.max(0, Math.min(count - 1, cursor + by))
      setCursor(to)
      reveal(to)
    } else if (sideways && longest > 0) {
      e.preventDefault()
      move(sideways)
    }
  }
  return { cursor, shift, move, keys }
}

/** PatchRows is the lines of a patch, with the words that changed, and comments. */
export function PatchRows({ text, hunks, look, drafts, comment, canComment }: Props) {
  const rows = useMemo(() => (look.split ? split(hunks) : unified(hunks)), [hunks, look.split])
  const old = useHighlight(text.path, text.whole ? (text.old ?? '') : undefined)
  const now = useHighlight(text.path, text.whole ? (text.new ?? '') : undefined)
  const [editing, setEditing] = useState<PatchLine | null>(null)
  const handle = useRef<RowsHandle>(null)
  const tokens = (line: PatchLine): readonly Token[] => {
    const coloured = line.new ? now[line.new - 1] : old[line.old - 1]
    // The whole texts are read after the patch, and may be of another moment.
    return coloured && textOf(coloured) === line.text ? coloured : (plain(line.text)[0] ?? [])
  }
  const mine = drafts.filter((d) => d.path === text.path)
  const ends = useMemo(() => endsOf(hunks, isLink(text.patch)), [hunks, text.patch])
  const digits = useMemo(() => String(lastNumber(hunks)).length, [hunks])
  const sideProps = { tokens, mine, ends, edit: canComment ? setEditing : undefined }
  const longest = useMemo(
    () => hunks.reduce((n, h) => h.lines.reduce((m, l) => Math.max(m, l.text.length), n), 0),
    [hunks],
  )
  const { cursor, shift, move, keys } = useCursor(rows.length, look.split ? longest : 0, (to) =>
    handle.current?.reveal(to),
  )
  const comments = (e: KeyboardEvent) => {
    keys(e)
    const row = rows[cursor]
    if (e.key === 'c' && canComment && row && !('hunk' in row)) {
      e.preventDefault()
      setEditing((row.right ?? row.left)?.line ?? null)
    }
  }
  return (
    <div
      className={css.rows}
      style={{ '--digits': digits, '--shift': shift } as CSSProperties}
      onWheel={(e) => move((e.shiftKey ? e.deltaX || e.deltaY : e.deltaX) / letter)}
    >
      <Rows
        handle={handle}
        onKeyDown={comments}
        label={`Changes of ${text.path}`}
        count={rows.length}
        rowHeight={rowHeight}
        width={look.split ? 0 : longest}
        row={(i) => <RowView key={i} row={rows[i]} split={look.split} on={i === cursor} {...sideProps} />}
      />
      <p className="hidden" aria-live="polite">
        {spoken(rows[cursor])}
      </p>
      {editing && (
        <CommentEditor
          path={text.path}
          line={editing}
          draft={mine.find((d) => isOn(d, editing))}
          comment={comment}
          close={() => {
            setEditing(null)
            handle.current?.focus()
          }}
        />
      )}
    </div>
  )
}

/** spoken is what a screen reader says of the row that the keys have come to. */
function spoken(row: Row | undefined): string {
  if (!row) return ''
  if ('hunk' in row) return row.hunk
  const sides = [row.left, row.right].filter((s, i, all) => s !== null && all.indexOf(s) === i)
  return sides.map((s) => s && `${words[s.line.kind]} ${s.line.new || s.line.old}: ${s.line.text}`).join('; ')
}

/** isOn says whether a comment is on a line. */
function isOn(d: Draft, line: PatchLine): boolean {
  return d.old ? d.line === line.old && line.kind === 'delete' : d.line === line.new && line.kind !== 'delete'
}

interface SideProps {
  tokens(line: PatchLine): readonly Token[]
  mine: readonly Draft[]
  ends: Ends
  edit: ((line: PatchLine) => void) | undefined
}

interface RowProps extends SideProps {
  row: Row | undefined
  split: boolean
  on: boolean
}

function RowView({ row, split, on, ...props }: RowProps) {
  if (!row) return null
  if ('hunk' in row)
    return (
      <div className={css.hunk} data-on={on || undefined}>
        {row.hunk}
      </div>
    )
  if (!split) {
    const side = row.right ?? row.left
    return side && <LineView side={side} on={on} numbers={[side.line.old, side.line.new]} {...props} />
  }
  return (
    <div className={css.pair}>
      {row.left ? (
        <LineView side={row.left} on={on} numbers={[row.left.line.old]} {...props} />
      ) : (
        <div className={css.gap} />
      )}
      {row.right ? (
        <LineView side={row.right} on={on} numbers={[row.right.line.new]} {...props} />
      ) : (
        <div className={css.gap} />
      )}
    </div>
  )
}

const signs = { context: ' ', add: '+', delete: '−' }
const words = { context: 'line', add: 'added line', delete: 'deleted line' }

interface LineProps extends SideProps {
  side: Side
  on: boolean
  numbers: readonly number[]
}

function LineView({ side, on, numbers, tokens, mine, ends, edit }: LineProps) {
  const { line, ranges } = side
  const commented = mine.some((d) => isOn(d, line))
  const label = `Comment on ${words[line.kind]} ${line.new || line.old}`
  return (
    <div className={css.line} data-kind={line.kind} data-on={on || undefined} data-commented={commented || undefined}>
      <button
        type="button"
        className={css.numbers}
        disabled={!edit}
        aria-label={label}
        tabIndex={-1}
        onClick={() => edit?.(line)}
      >
        {numbers.map((n, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the two sides' columns
          <span key={i} data-number={n || ''} />
        ))}
      </button>
      <span className={css.mark}>{signs[line.kind]}</span>
      <code>
        <Line tokens={tokens(line)} ranges={ranges} />
        {ends.cr && line.cr && <span className={css.end}>␍</span>}
        {ends.last && line.noEnd && <span className={css.end}> no line break at the end</span>}
      </code>
    </div>
  )
}
