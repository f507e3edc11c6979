import { ChevronDown, ChevronRight, Plus, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { count, statusOf } from '../agents/agents'
import type { TerminalView } from '../api.gen'
import { newTerminal, openTerminal } from '../app/actions'
import { useApp } from '../app/store'
import { byProject, title } from '../terminal/list'
import { Count, Glyph, Tile } from '../ui/Marks'
import { focusedTerminal } from '../workspace/model'
import css from './Sidebar.module.css'

/** Projects lists the projects and the terminals in each. */
export function Projects() {
  const terminals = useApp((a) => a.terminals)
  return (
    <section aria-label="Projects">
      <h2 className={css.heading}>
        Projects
        <button
          type="button"
          className="btn ghost sm square"
          aria-label="New terminal"
          onClick={() => void newTerminal()}
        >
          <Plus className="icon s" aria-hidden="true" />
        </button>
      </h2>
      <ul>
        {byProject(terminals).map((p) => (
          <Project key={p.name} name={p.name} terminals={p.terminals} />
        ))}
      </ul>
    </section>
  )
}

function Project({ name, terminals }: { name: string; terminals: readonly TerminalView[] }) {
  const [open, setOpen] = useState(true)
  const counts = count(terminals)
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <li>
      <button type="button" className={`${css.row} ${css.project}`} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Chevron className="icon s" aria-hidden="true" />
        <span className="cut">{name}</span>
        <span className={css.end}>
          {(['waiting', 'working', 'idle'] as const).map(
            (s) => counts[s] > 0 && <Count key={s} status={s} n={counts[s]} />,
          )}
        </span>
      </button>
      {open && (
        <ul>
          {terminals.map((t) => (
            <Row key={t.id} t={t} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Row({ t }: { t: TerminalView }) {
  const current = useApp((a) => focusedTerminal(a.scene) === t.id)
  return (
    <li>
      <button
        type="button"
        className={`${css.row} ${css.sub}`}
        data-current={current || undefined}
        onClick={() => openTerminal(t.id)}
      >
        {t.agent ? <Tile agent={t.agent} size="xs" /> : <SquareTerminal className="icon s" aria-hidden="true" />}
        <span className="cut">{title(t)}</span>
        <span className={css.end}>{t.running ? t.agent && <State t={t} /> : <Ended />}</span>
      </button>
    </li>
  )
}

function State({ t }: { t: TerminalView }) {
  const status = statusOf(t)
  return (
    <span className={`count ${status}`} title={status}>
      <Glyph status={status} />
      <span className="hidden">{status}</span>
    </span>
  )
}

function Ended() {
  return (
    <span className="dim" title="ended">
      ended
    </span>
  )
}
