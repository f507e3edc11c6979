import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Line } from '../code/Line'
import { Rows, type RowsHandle } from '../code/Rows'
import { lineEnds } from '../code/tokens'
import { useHighlight } from '../code/useHighlight'
import { type Found, SearchBar } from '../terminal/SearchBar'
import { offer } from '../terminal/search'
import { useTakeFocus } from '../ui/useTakeFocus'
import css from './Files.module.css'
import { matchesIn, rangesByLine } from './find'
import { takeLine } from './wanted'

const rowHeight = 20

/** FileText is a text with line numbers, colours and a search. */
export function FileText({ path, text, focused }: { path: string; text: string; focused: boolean }) {
  const rows = useRef<RowsHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => split(text), [text])
  const tokens = useHighlight(path, text)
  const [searching, setSearching] = useState(false)
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const [line, setLine] = useState(0)
  useTakeFocus(focused, () => rows.current?.focus())
  const matches = useMemo(() => matchesIn(lines, words), [lines, words])
  const ranges = useMemo(() => rangesByLine(matches), [matches])
  const longest = useMemo(() => lines.reduce((n, l) => Math.max(n, l.length), 0), [lines])

  useEffect(
    () =>
      offer({
        focused: () => box.current?.contains(document.activeElement) ?? false,
        search: () => setSearching(true),
      }),
    [],
  )
  useEffect(() => {
    const wanted = takeLine(path)
    if (wanted) goTo(wanted)
  })

  const goTo = (n: number) => {
    setLine(n)
    rows.current?.scrollTo(n - 1)
  }
  const find = (next: string, back = false) => {
    const all = next === words ? matches : matchesIn(lines, next)
    const to = next === words && all.length > 0 ? (at + (back ? -1 : 1) + all.length) % all.length : 0
    setWords(next)
    setAt(to)
    const m = all[to]
    if (m) goTo(m.line + 1)
  }
  const keys = (e: KeyboardEvent) => {
    if (e.key !== 'g' || !(e.ctrlKey || e.metaKey)) return
    e.preventDefault()
    box.current?.querySelector<HTMLInputElement>('[name=line]')?.focus()
  }
  const found: Found = { at: matches.length > 0 ? at : -1, count: matches.length }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of the text's, beside those that scroll it
    <div ref={box} className={css.text} onKeyDown={keys}>
      {searching && (
        <SearchBar
          found={found}
          find={find}
          close={() => {
            setSearching(false)
            setWords('')
            rows.current?.focus()
          }}
        />
      )}
      <Rows
        handle={rows}
        label={`Text of ${path}`}
        count={lines.length}
        rowHeight={rowHeight}
        width={longest}
        row={(i) => (
          <div key={i} className={css.line} data-on={i + 1 === line || undefined}>
            <span className={css.number}>{i + 1}</span>
            <code>
              <Line tokens={tokens[i] ?? []} ranges={ranges.get(i) ?? []} />
            </code>
          </div>
        )}
      />
      <form
        className={css.foot}
        onSubmit={(e) => {
          e.preventDefault()
          const n = Number(new FormData(e.currentTarget).get('line'))
          if (n >= 1) goTo(Math.min(lines.length, Math.floor(n)))
          rows.current?.focus()
        }}
      >
        <label>
          Line{' '}
          <input name="line" className="tnum" inputMode="numeric" autoComplete="off" placeholder={String(line || 1)} />
        </label>
        <span>of {lines.length}</span>
      </form>
    </div>
  )
}

/** split is the lines of a text; a last line break ends the last line. */
function split(text: string): string[] {
  const lines = lineEnds(text).split('\n')
  if (lines.length > 1 && lines.at(-1) === '') lines.pop()
  return lines
}
