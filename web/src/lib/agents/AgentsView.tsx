import { type KeyboardEvent, useRef, useState } from 'react'
import { openTerminal, peek } from '../app/actions'
import { useApp } from '../app/store'
import { Count } from '../ui/Marks'
import seg from '../ui/Segments.module.css'
import { AgentCard } from './AgentCard'
import { AgentRow } from './AgentRow'
import css from './Agents.module.css'
import { count, groups, type Status, summary } from './agents'
import { NoAgents } from './NoAgents'

const filters: readonly Status[] = ['waiting', 'working', 'idle']

/** AgentsView is every agent, those that need the person first. */
export function AgentsView() {
  const terminals = useApp((a) => a.terminals)
  const [only, setOnly] = useState<Status | 'all'>('all')
  const list = useRef<HTMLDivElement>(null)
  const counts = count(terminals)
  const shown = groups(terminals, only)
  const all = counts.waiting + counts.working + counts.idle + counts.unknown
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the view, beside those of its buttons
    <div className={css.view} ref={list} onKeyDown={(e) => keys(e, list.current)}>
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
        <section key={g.status} className={css.group} aria-label={g.title}>
          <h2 data-status={g.status}>
            {g.title} <span className="dim">{g.agents.length}</span>
          </h2>
          <ul
            className={
              g.status === 'idle' || g.status === 'unknown' ? css.rows : g.status === 'working' ? css.grid : css.stack
            }
          >
            {g.agents.map((t) =>
              g.status === 'waiting' || g.status === 'working' ? (
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

/** keys moves among the cards, and acts on the one that has the focus. */
function keys(e: KeyboardEvent, view: HTMLElement | null): void {
  if (e.ctrlKey || e.metaKey || e.altKey || !view) return
  const cards = [...view.querySelectorAll<HTMLElement>('[data-agent]')]
  const at = cards.findIndex((c) => c.contains(document.activeElement))
  const id = Number(cards[at]?.dataset.agent)
  switch (e.key) {
    case 'j':
    case 'ArrowDown':
      return move(e, cards[Math.min(cards.length - 1, at + 1)])
    case 'k':
    case 'ArrowUp':
      return move(e, cards[Math.max(0, at - 1)])
    case 'n':
      return move(e, cards.filter((c) => c.dataset.status === 'waiting').find((c) => cards.indexOf(c) > at) ?? cards[0])
    case 'Enter':
      if (id && cards[at] === document.activeElement) peek(id)
      return
    case 'o':
      if (id) openTerminal(id)
  }
}

function move(e: KeyboardEvent, card: HTMLElement | undefined): void {
  e.preventDefault()
  card?.focus()
  card?.scrollIntoView({ block: 'nearest' })
}
