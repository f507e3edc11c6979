// The signs that many views share: a status by shape and colour, a harness by
// its tile, a count.

import type { ReactNode } from 'react'
import { harness, type Status, words } from '../agents/agents'
import { age } from './age'
import { useNow } from './useNow'

/** Strokes is a sign of round strokes, in the size and colour of the others. */
export function Strokes({ children }: { children: ReactNode }) {
  return (
    <svg
      className="glyph"
      viewBox="0 0 12 12"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
    >
      {children}
    </svg>
  )
}

/** Glyph draws a status by its shape alone. */
export function Glyph({ status }: { status: Status | 'ended' }) {
  switch (status) {
    case 'waiting':
      return (
        <svg className="glyph" viewBox="0 0 12 12" aria-hidden="true">
          <circle cx="6" cy="6" r="5.5" fill="currentColor" opacity=".28" />
          <circle cx="6" cy="6" r="3.2" fill="currentColor" />
        </svg>
      )
    case 'working':
      return (
        <svg
          className="glyph turning"
          viewBox="0 0 12 12"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
        >
          <g className="arc">
            <circle cx="6" cy="6" r="4.4" opacity=".28" />
            <path d="M6 1.6A4.4 4.4 0 0 1 10.4 6" />
          </g>
          <path className="still" d="M2 6h.01M6 6h.01M10 6h.01" strokeWidth="2.4" />
        </svg>
      )
    case 'idle':
      return (
        <svg
          className="glyph"
          viewBox="0 0 12 12"
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        >
          <circle cx="6" cy="6" r="4" strokeDasharray="2.2 1.6" />
        </svg>
      )
    case 'unknown':
      return (
        <Strokes>
          <path d="M4.1 4.3A2 2 0 1 1 6.9 6.1C6.3 6.4 6 6.8 6 7.4M6 10h.01" />
        </Strokes>
      )
    case 'ended':
      return (
        <Strokes>
          <path d="m3 3 6 6M9 3 3 9" />
        </Strokes>
      )
  }
}

/** StatusChip is a status by shape, word, colour and the time in it. */
export function StatusChip({ status, since }: { status: Status; since?: string | undefined }) {
  const now = useNow()
  return (
    <span className={`chip ${status}`}>
      <Glyph status={status} />
      {words[status]} {age(since, now)}
    </span>
  )
}

/** Count is how many are in a status. */
export function Count({ status, n }: { status: Status; n: number }) {
  return (
    <span className={`count ${status}`} title={`${n} ${words[status].toLowerCase()}`}>
      <Glyph status={status} />
      {n}
      <span className="hidden"> {words[status].toLowerCase()}</span>
    </span>
  )
}

/** Tile is a harness's monogram. */
export function Tile({ agent, size = '' }: { agent: string; size?: '' | 'xs' | 's' | 'l' }) {
  const h = harness(agent)
  return (
    <span className={`tile ${size} ${h.colour}`} title={h.name} aria-hidden="true">
      {h.mark}
    </span>
  )
}
