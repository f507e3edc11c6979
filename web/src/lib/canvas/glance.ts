// What a seat shows at a glance: a word, a colour and a shape each.

import type { SeatView } from '../api.gen'

/** Look is the shape and the colour of a state. */
export type Look = 'waiting' | 'working' | 'idle' | 'unknown' | 'ended' | 'parked' | 'empty' | 'runs'

const looks: Record<string, { word: string; look: Look }> = {
  attention: { word: 'Waiting', look: 'waiting' },
  working: { word: 'Working', look: 'working' },
  idle: { word: 'Idle', look: 'idle' },
  activity_blocked: { word: 'Blocked', look: 'ended' },
  stalled: { word: 'Stalled', look: 'unknown' },
  parked: { word: 'Parked', look: 'parked' },
  gone: { word: 'Ended', look: 'ended' },
  empty: { word: 'Not started', look: 'empty' },
}

type Seen = Pick<SeatView, 'glance'> & Partial<Pick<SeatView, 'harness' | 'terminal'>>

/** glance is how a seat looks; what is not known is never shown as idle. Of a
 * plain shell nobody claims to know more than that it runs. */
export function glance(s: Seen | undefined): { word: string; look: Look } {
  const known = looks[s?.glance ?? '']
  if (known) return known
  return s?.terminal && !s.harness ? { word: 'Runs', look: 'runs' } : { word: 'Unknown', look: 'unknown' }
}

/** Digest is how many seats are in the states that matter. */
export interface Digest {
  seats: number
  waiting: number
  working: number
}

export function digest(seats: Iterable<SeatView | undefined>): Digest {
  const d: Digest = { seats: 0, waiting: 0, working: 0 }
  for (const s of seats) {
    if (!s) continue
    if (s.harness) d.seats++
    const { look } = glance(s)
    if (look === 'waiting' || look === 'working') d[look]++
  }
  return d
}

/** inWords says what is worth saying of a digest: "1 waiting, 2 working". */
export function inWords(d: Digest): string {
  const parts = [d.waiting > 0 ? `${d.waiting} waiting` : '', d.working > 0 ? `${d.working} working` : '']
  const busy = parts.filter(Boolean).join(', ')
  if (busy) return busy
  return d.seats === 0 ? '' : d.seats === 1 ? '1 seat' : `${d.seats} seats`
}
