import { CircleCheck, CircleHelp, Info, TriangleAlert } from 'lucide-react'
import { type Kind, kindWords } from './messages'

const icons = { ask: CircleHelp, warn: TriangleAlert, done: CircleCheck, info: Info }
const colours = { ask: 'var(--wait)', warn: 'var(--err)', done: 'var(--done)', info: 'var(--t3c)' }

/** KindIcon is a message's kind by shape and colour, with its word for readers. */
export function KindIcon({ kind }: { kind: Kind }) {
  const Icon = icons[kind]
  return (
    <span className="kind" style={{ color: colours[kind] }} title={kindWords[kind]}>
      <Icon className="icon" aria-hidden="true" />
      <span className="hidden">{kindWords[kind]}</span>
    </span>
  )
}
