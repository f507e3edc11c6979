// How long ago, in as few signs as a chip has room for.

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** age writes the time from since (RFC 3339) to now (ms); empty for no time. */
export function age(since: string | undefined, now: number): string {
  const then = since ? Date.parse(since) : Number.NaN
  if (Number.isNaN(then)) return ''
  const s = Math.max(0, Math.floor((now - then) / 1000))
  if (s < minute) return `${s}s`
  if (s < hour) return `${Math.floor(s / minute)}m`
  if (s < day) return `${Math.floor(s / hour)}h`
  return `${Math.floor(s / day)}d`
}

/** coarse is age without seconds, for what nobody watches second by second. */
export function coarse(since: string | undefined, now: number): string {
  const short = age(since, now)
  return short.endsWith('s') ? 'now' : short
}

/** moment is a time in full, as it is written where the person is. */
export function moment(time: string): string {
  const at = Date.parse(time)
  return Number.isNaN(at) ? '' : new Date(at).toLocaleString()
}
