import type { TerminalView } from '../api.gen'
import { peek } from '../app/actions'
import { useApp } from '../app/store'
import { title } from '../terminal/list'
import { StatusChip, Tile } from '../ui/Marks'
import css from './Agents.module.css'
import { statusOf } from './agents'
import { Where } from './Where'

/** AgentRow is an agent that asks for nothing. */
export function AgentRow({ t }: { t: TerminalView }) {
  const peeked = useApp((a) => a.scene.peek === t.id)
  return (
    <li>
      <button
        type="button"
        className={css.row}
        data-agent={t.id}
        data-status={statusOf(t)}
        data-peeked={peeked || undefined}
        onClick={() => peek(t.id)}
      >
        <Tile agent={t.agent ?? ''} size="s" />
        <b className="cut">{title(t)}</b>
        <small>
          <Where t={t} />
        </small>
        <StatusChip status={statusOf(t)} since={t.since} />
      </button>
    </li>
  )
}
