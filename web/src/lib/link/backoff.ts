// How long to wait before the next attempt to connect.

const first = 250
const longest = 8000

/** delay of the attempt (counted from 0) in ms; random spreads several windows. */
export function delay(attempt: number, random: number): number {
  const base = Math.min(longest, first * 2 ** Math.min(attempt, 10))
  return Math.round(base * (0.75 + random * 0.5))
}
