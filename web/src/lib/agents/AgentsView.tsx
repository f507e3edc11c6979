import { useRef, useState } from 'react'
import { useApp } from '../app/store'
import { Count } from '../ui/Marks'
import seg from '../ui/Segments.module.css'
import { useNow } from '../ui/useNow'
import { AgentCard } from './AgentCard'
import { AgentRow } from './AgentRow'
import css from './Agents.module.css'
import { count, type Group, groups, type Status, summary } from './agents'
import { NoAgents } from './NoAgents'
import { useViewKeys } from './useViewKeys'

const cards: Record<Group['key'], string | undefined> = {
  waiting: css.stack,
  working: css.grid,
  idle: css.rows,
  unknown: css.rows,
  snoozed: css.rows,
}

const filters: readonly Status[] = ['waiting', 'working', 'idle']

/** AgentsView is every agent, those that need the person first. */
export function AgentsView() {
  const terminals = useApp((a) => a.terminals)
  const [only, setOnly] = useState<Status | 'all'>('all')
  const list = useRef<HTMLDivElement>(null)
  useViewKeys(list)
  const counts = count(terminals)
  const snoozed = useApp((a) => a.snoozed)
  const now = useNow()
  const shown = groups(terminals, only, snoozed, now)
  const all = counts.waiting + counts.working + counts.idle + counts.unknown
  return (
    <div className={css.view} ref={list}>
      <header className={css.head}>
        <div>
          <h1>Agents</h1>
          <p>{summary(counts)}</p>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a row of toggles, not a form's fieldset */}
        <div className={seg.seg} role="group" aria-label="Show">
          <button type="button" aria-pressed={only === 'all'} onClick={() => setOnly('all')}>
            All <span className="dim">{all}</span>
          </button>
          {filters.map((s) => (
            <button key={s} type="button" aria-pressed={only === s} onClick={() => setOnly(only === s ? 'all' : s)}>
              <Count status={s} n={counts[s]} />
            </button>
          ))}
        </div>
      </header>
      {shown.map((g) => (
        <section key={g.key} className={css.group} aria-label={g.title}>
          <h2 data-status={g.key}>
            {g.title} <span className="dim">{g.agents.length}</span>
          </h2>
          <ul className={cards[g.key]}>
            {g.agents.map((t) =>
              g.key === 'waiting' || g.key === 'working' ? (
                <AgentCard key={t.id} t={t} />
              ) : (
                <AgentRow key={t.id} t={t} />
              ),
            )}
          </ul>
        </section>
      ))}
      {shown.length === 0 && <NoAgents any={all > 0} />}
    </div>
  )
}
