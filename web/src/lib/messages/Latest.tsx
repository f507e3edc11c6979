import type { PageMessage } from '../api.gen'
import { openPanel } from '../app/actions'
import { useApp } from '../app/store'
import { coarse } from '../ui/age'
import { useNow } from '../ui/useNow'
import { follow } from './follow'
import { KindIcon } from './KindIcon'
import css from './Messages.module.css'
import { kindOf, latest } from './messages'

const shown = 3

/** Latest is the sidebar's short list of messages. */
export function Latest() {
  const messages = useApp((a) => a.messages)
  if (messages.length === 0) return null
  return (
    <section className={css.latest} aria-label="Latest messages">
      <h2>
        Latest messages
        <button type="button" onClick={() => openPanel('messages')}>
          All
        </button>
      </h2>
      <ul>
        {messages.slice(0, shown).map((m) => (
          <Item key={m.id} m={m} />
        ))}
      </ul>
    </section>
  )
}

function Item({ m }: { m: PageMessage }) {
  const now = useNow()
  const reply = m.replies?.at(-1)?.text
  return (
    <li>
      <button type="button" className={css.item} data-unread={m.unread || undefined} onClick={() => follow(m)}>
        <KindIcon kind={kindOf(m)} />
        <span className={css.words}>
          <span className={css.head}>
            <b className="cut">{m.title ?? m.text}</b>
            <time dateTime={latest(m)}>{coarse(latest(m), now)}</time>
          </span>
          <span className={css.sub}>{[`M${m.id}`, m.project].filter(Boolean).join(' · ')}</span>
          {m.title && (reply ?? m.text) && <span className={css.quote}>{reply ?? m.text}</span>}
        </span>
      </button>
    </li>
  )
}
