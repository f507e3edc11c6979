import { Bot } from 'lucide-react'
import { newTerminal } from '../app/actions'
import css from './Agents.module.css'

/** NoAgents says how an agent comes to be here. */
export function NoAgents({ any }: { any: boolean }) {
  if (any) return <p className={css.none}>No agent is in this state.</p>
  return (
    <div className={css.none}>
      <Bot className="icon" aria-hidden="true" />
      <p>
        No agent runs. Start one in a terminal: <code className="mono">claude</code>,{' '}
        <code className="mono">codex</code> or <code className="mono">pi</code>.
      </p>
      <button type="button" className="btn primary" onClick={() => void newTerminal()}>
        New terminal
      </button>
    </div>
  )
}
