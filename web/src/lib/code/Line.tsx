import { marked, type Token } from './tokens'

/** Line draws a line's tokens; the ranges stand out. */
export function Line({
  tokens,
  ranges = [],
}: {
  tokens: readonly Token[]
  ranges?: readonly (readonly [number, number])[]
}) {
  return marked(tokens, ranges).map((p, i) => {
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
}
