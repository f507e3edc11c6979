import { MessageSquareText } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import type { Diff, DiffBase, DiffLayer } from '../api.gen'
import { Rows, type RowsHandle } from '../code/Rows'
import { useTakeFocus } from '../ui/useTakeFocus'
import type { Draft } from './comments'
import css from './Diff.module.css'
import type { Look } from './review'
import { type Chosen, type Entry, entries, filesInOrder, type LayerName, layers, neighbour, statusSigns } from './tree'

interface Props {
  focused: boolean
  diff: Diff
  bases: readonly DiffBase[]
  shown: Chosen | null
  choose(c: Chosen): void
  drafts: readonly Draft[]
  set(part: Partial<Look>): void
}

type Row =
  | { offer: DiffBase; layer: LayerName }
  | (Entry & { layer: LayerName })
  | { title: string; layer: LayerName; of: DiffLayer }

const rowHeight = 28

/** FileList is the changed files of both layers, in their folders. */
export function FileList({ focused, diff, bases, shown, choose, drafts, set }: Props) {
  const other = bases.find((b) => b.why && b.ref !== diff.base?.ref)
  const rows = useMemo(() => rowsOf(diff, other), [diff, other])
  const commented = new Set(drafts.map((d) => d.path))
  const handle = useRef<RowsHandle>(null)
  useTakeFocus(focused, () => handle.current?.focus())
  const at = rows.findIndex((r) => 'file' in r && r.layer === shown?.layer && r.file.path === shown.file.path)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file is shown, whatever else changed
  useEffect(() => {
    if (at >= 0) handle.current?.reveal(at)
  }, [shown?.layer, shown?.file.path])
  const keys = (e: KeyboardEvent) => {
    const files = filesInOrder(diff)
    const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, Home: -files.length, End: files.length }[e.key]
    const next = by && !e.altKey && !e.ctrlKey && !e.metaKey ? neighbour(files, shown, by) : undefined
    if (!next) return
    e.preventDefault()
    choose(next)
  }
  return (
    <nav className={css.files} aria-label="Changed files">
      <p className="hidden" aria-live="polite">
        {shown && `${statusSigns[shown.file.status]?.word ?? shown.file.status}: ${shown.file.path}`}
      </p>
      <Rows
        handle={handle}
        label="Changed files"
        className={css.list}
        count={rows.length}
        rowHeight={rowHeight}
        onKeyDown={keys}
        row={(i) => {
          const row = rows[i]
          return row && <FileRow key={i} row={row} shown={shown} choose={choose} commented={commented} set={set} />
        }}
      />
    </nav>
  )
}

const titles = { uncommitted: 'Not committed', committed: 'Committed' }

function rowsOf(diff: Diff, other: DiffBase | undefined): Row[] {
  const rows = layers.flatMap((layer) => layerRows(layer, titles[layer], diff[layer]))
  return other && isItself(diff) ? [...rows, { offer: other, layer: 'committed' }] : rows
}

/** isItself says whether the base is but a copy of the branch, as after a push:
 * that shows what was not pushed, and not what the branch is about. */
function isItself({ base, branch }: Diff): boolean {
  return base !== undefined && (base.ahead === 0 || (branch !== undefined && base.name.endsWith(`/${branch}`)))
}

function layerRows(layer: LayerName, title: string, of: DiffLayer): Row[] {
  if (of.files.length === 0 && !of.error) return []
  return [{ title, layer, of }, ...entries(of.files).map((e) => ({ ...e, layer }))]
}

function FileRow({
  row,
  shown,
  choose,
  commented,
  set,
}: {
  row: Row
  shown: Chosen | null
  choose(c: Chosen): void
  commented: ReadonlySet<string>
  set(part: Partial<Look>): void
}) {
  if ('offer' in row) {
    return (
      <button type="button" className={css.offer} onClick={() => set({ base: row.offer.ref })}>
        <span className="cut">Compare with {row.offer.name}</span>
      </button>
    )
  }
  if ('title' in row) {
    const { of } = row
    const more = of.total - of.files.length
    return (
      <div className={css.layer} title={of.error?.message}>
        {row.title}
        <span className="dim tnum">{of.total}</span>
        {of.error ? <span className={css.failed}>not read</span> : <Counts added={of.added} deleted={of.deleted} />}
        {more > 0 && <span className="dim">{more} not listed</span>}
      </div>
    )
  }
  const indent = { paddingLeft: 12 + row.depth * 14 }
  if ('folder' in row) {
    return (
      <div className={css.folder} style={indent}>
        <span className="cut">{row.folder}</span>
      </div>
    )
  }
  const { file, layer } = row
  const sign = statusSigns[file.status]
  const on = shown?.layer === layer && shown.file.path === file.path
  return (
    <button
      type="button"
      className={css.file}
      style={indent}
      // The list is one stop of the Tab key: the arrows go from file to file.
      tabIndex={-1}
      data-layer={layer}
      data-path={file.path}
      data-status={file.status}
      aria-current={on || undefined}
      title={file.from ? `${file.from} → ${file.path}` : file.path}
      onClick={() => choose({ layer, file })}
    >
      <span className={css.sign} data-status={file.status} title={sign?.word}>
        {sign?.sign ?? '?'}
        <span className="hidden"> {sign?.word ?? file.status}</span>
      </span>
      <span className="cut">{row.name}</span>
      {commented.has(file.path) && <MessageSquareText className="icon xs" aria-label="with comments" />}
      {file.binary ? <small>binary</small> : <Counts added={file.added} deleted={file.deleted} />}
    </button>
  )
}

function Counts({ added, deleted }: { added: number; deleted: number }) {
  return (
    <small className={`mono tnum ${css.counts}`}>
      {added > 0 && <span className={css.plus}>+{added}</span>}{' '}
      {deleted > 0 && <span className={css.minus}>−{deleted}</span>}
    </small>
  )
}
