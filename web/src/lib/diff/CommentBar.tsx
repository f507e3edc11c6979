import { X } from 'lucide-react'
import { useState } from 'react'
import { harness } from '../agents/agents'
import { call } from '../api/call'
import { attempt } from '../app/actions'
import { ask, tell } from '../app/store'
import css from './Comments.module.css'
import { type CommentAct, type Draft, place, toSend } from './comments'

interface Props {
  terminal: number
  agent: string
  drafts: readonly Draft[]
  comment(act: CommentAct): void
}

/** CommentBar holds the comments until they are sent to the agent as one message. */
export function CommentBar({ terminal, agent, drafts, comment }: Props) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const sent = await attempt(() =>
      call('diff.comment', { terminal, comments: toSend(drafts), ...(text.trim() ? { text: text.trim() } : {}) }),
    )
    setBusy(false)
    if (!sent) return
    comment({ act: 'clear' })
    tell(sent.started ? 'The comments are sent.' : 'sent, not started yet')
  }
  const drop = async () => {
    if (
      await ask({
        title: 'Drop the comments?',
        text: `${drafts.length} of them are not sent.`,
        action: 'Drop',
        danger: true,
      })
    )
      comment({ act: 'clear' })
  }
  return (
    <section className={css.bar} aria-label="Comments">
      <ul>
        {drafts.map((d) => (
          <li key={d.id}>
            <span className="mono dim cut">{place(d)}</span>
            <span className="cut">{d.text}</span>
            <button
              type="button"
              className="btn ghost sm square"
              aria-label={`Remove the comment on ${place(d)}`}
              onClick={() => comment({ act: 'remove', id: d.id })}
            >
              <X className="icon xs" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <div>
        <input
          className="field"
          value={text}
          placeholder="Say something before them (optional)"
          aria-label="Said before the comments"
          onChange={(e) => setText(e.target.value)}
        />
        {agent === '' && (
          <small className={css.hint}>
            Its agent is gone. Review the changes from one that runs here to send them.
          </small>
        )}
        <button type="button" className="btn" onClick={() => void drop()}>
          Drop
        </button>
        <button type="button" className="btn primary" disabled={busy || agent === ''} onClick={() => void send()}>
          Send {drafts.length} to {harness(agent).name || 'the agent'}
        </button>
      </div>
    </section>
  )
}
