import { GitPullRequest, SquareArrowOutUpRight } from 'lucide-react'
import type { TerminalView } from '../api.gen'
import { openTerminal, peek, show } from '../app/actions'
import { useApp } from '../app/store'
import { title } from '../terminal/list'
import { StatusChip, Tile } from '../ui/Marks'
import { ProgressBar } from '../ui/ProgressBar'
import css from './Agents.module.css'
import { harness, statusOf } from './agents'
import { Preview } from './Preview'
import { Where } from './Where'

/** AgentCard is an agent that waits, with what it waits for, or one that works,
 * with the end of its screen. */
export function AgentCard({ t }: { t: TerminalView }) {
  const peeked = useApp((a) => a.scene.peek === t.id)
  const status = statusOf(t)
  const waits = status === 'waiting'
  const review = () => show(`diff:${t.id}`)
  return (
    <li
      className={css.card}
      data-agent={t.id}
      data-status={status}
      data-peeked={peeked || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: j and k move among the cards, Enter peeks
      tabIndex={0}
      aria-label={`${title(t)}, ${harness(t.agent ?? '').name}, ${status}`}
    >
      {t.progress && <ProgressBar p={t.progress} />}
      <div className={css.top}>
        <Tile agent={t.agent ?? ''} />
        <div className={css.name}>
          <b className="cut">{title(t)}</b>
          <small>
            <Where t={t} />
          </small>
        </div>
        {waits && <StatusChip status={status} since={t.since} />}
      </div>
      {waits ? <p className={css.question}>{t.line || t.because || 'It waits for you.'}</p> : <Preview id={t.id} />}
      <div className={css.foot}>
        {waits ? (
          <button type="button" className={`btn sm ${peeked ? 'primary' : ''}`} onClick={() => peek(t.id)}>
            Peek {peeked && <kbd>↵</kbd>}
          </button>
        ) : (
          <>
            <StatusChip status={status} since={t.since} />
            <button type="button" className="btn sm ghost" onClick={() => peek(t.id)}>
              Peek
            </button>
          </>
        )}
        {waits ? (
          <button type="button" className="btn sm" onClick={review}>
            <GitPullRequest className="icon s" aria-hidden="true" />
            Review changes
          </button>
        ) : (
          <button
            type="button"
            className="btn sm ghost square"
            aria-label="Review changes"
            title="Review changes"
            onClick={review}
          >
            <GitPullRequest className="icon s" aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          className="btn sm ghost square"
          aria-label={`Open ${title(t)} in a tab`}
          onClick={() => openTerminal(t.id)}
        >
          <SquareArrowOutUpRight className="icon s" aria-hidden="true" />
        </button>
      </div>
    </li>
  )
}
