import type { SeatView } from '../api.gen'
import { age } from '../ui/age'
import { Glyph, Strokes } from '../ui/Marks'
import { useNow } from '../ui/useNow'
import { glance, type Look } from './glance'

/** LookGlyph draws the state of a seat by its shape alone. */
export function LookGlyph({ look }: { look: Look }) {
  if (look !== 'parked' && look !== 'empty' && look !== 'runs') return <Glyph status={look} />
  return <Strokes>{shapes[look]}</Strokes>
}

const shapes = {
  parked: <path d="M4 3v6M8 3v6" />,
  empty: <circle cx="6" cy="6" r="4" />,
  runs: <path d="m3 3.5 3 2.5-3 2.5M7 9h2.5" />,
}

const colours: Partial<Record<Look, string>> = { parked: 'idle', empty: 'idle', runs: 'idle' }

/** SeatChip is a seat's state by shape, word, colour and the time in it. */
export function SeatChip({ seat }: { seat: SeatView | undefined }) {
  const now = useNow()
  const { word, look } = glance(seat)
  const since = look === 'empty' || look === 'ended' ? undefined : seat?.since
  return (
    <span className={`chip ${colours[look] ?? look}`}>
      <LookGlyph look={look} />
      {word} {age(since, now)}
    </span>
  )
}
