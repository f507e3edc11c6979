// What may be joined, from the daemon's own table. The daemon decides; this is
// for showing beforehand what it will say.

import { RULES } from '../api.gen'

/** verbsBetween are the verbs that an edge between two kinds may have, whichever
 * way it is drawn. */
export function verbsBetween(a: string, b: string): string[] {
  return RULES.filter((r) => (r.from === a && r.to === b) || (r.from === b && r.to === a)).map((r) => r.verb)
}

/** joinable says whether any edge may touch a kind. */
export function joinable(kind: string): boolean {
  return RULES.some((r) => r.from === kind || r.to === kind)
}
