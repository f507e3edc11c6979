// How a split's place is shared out.

import { leastShare } from './model'

/** moved is the shares after the border before child at went by so much; no
 * child becomes too small to be grabbed again. */
export function moved(shares: readonly number[], at: number, by: number): number[] {
  const before = shares[at - 1]
  const after = shares[at]
  if (before === undefined || after === undefined) return [...shares]
  const least = Math.min(leastShare, before, after)
  const step = Math.round(Math.max(least - before, Math.min(after - least, by)))
  return shares.map((s, i) => (i === at - 1 ? s + step : i === at ? s - step : s))
}
