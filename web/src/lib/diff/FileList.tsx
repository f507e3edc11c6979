import { MessageSquareText } from 'lucide-react'
import { useMemo } from 'react'
import type { Diff, DiffLayer } from '../api.gen'
import { Rows } from '../code/Rows'
import type { Draft } from './comments'
import css from './Diff.module.css'
import type { Chosen, LayerName } from './FilePatch'
import { type Entry, entries, statusSigns } from './tree'

interface Props {
  diff: Diff
  shown: Chosen | null
  choose(c: Chosen): void
  drafts: readonly Draft[]
}

type Row = (Entry & { layer: LayerName }) | { title: string; layer: LayerName; of: DiffLayer }

const rowHeight = 28

/** FileList is the changed files of both layers, in their folders. */
export function FileList({ diff, shown, choose, drafts }: Props) {
  const rows = useMemo(
    () => [
      ...layerRows('uncommitted', 'Not committed', diff.uncommitted),
      ...layerRows('committed', 'Committed', diff.committed),
    ],
    [diff],
  )
  const commented = new Set(drafts.map((d) => d.path))
  return (
    <nav className={css.files} aria-label="Changed files">
      <Rows
        label="Changed files"
        className={css.list}
        count={rows.length}
        rowHeight={rowHeight}
        row={(i) => {
          const row = rows[i]
          return row && <FileRow key={i} row={row} shown={shown} choose={choose} commented={commented} />
        }}
      />
    </nav>
  )
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
}: {
  row: Row
  shown: Chosen | null
  choose(c: Chosen): void
  commented: ReadonlySet<string>
}) {
  if ('title' in row) {
    const { of } = row
    const more = of.total - of.files.length
    return (
      <div className={css.layer} title={of.error?.message}>
        {row.title}
        <span className="dim tnum">{of.total}</span>
        {of.error ? (
          <span className={css.failed}>{of.error.message}</span>
        ) : (
          <Counts added={of.added} deleted={of.deleted} />
        )}
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
