import { cut, marked, type Token } from './tokens'

/** A longer line, as of a minified file, is cut: drawn whole it would hold the page up. */
const longest = 4000

/** Line draws a line's tokens; the ranges stand out. */
export function Line({
  tokens,
  ranges = [],
}: {
  tokens: readonly Token[]
  ranges?: readonly (readonly [number, number])[]
}) {
  const { kept, left } = cut(tokens, longest)
  const pieces = marked(kept, ranges).map((p, i) => {
    const kind = p.kind ? `hl-${p.kind}` : undefined
    return p.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
      <mark key={i} className={kind}>
        {p.text}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <span key={i} className={kind}>
        {p.text}
      </span>
    )
  })
  return (
    <>
      {pieces}
      {left > 0 && <span className="dim"> … {left} more characters</span>}
    </>
  )
}
