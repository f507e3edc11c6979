import { useEffect, useState } from 'react'
import type { PageMessage } from '../api.gen'
import { readMessages } from '../app/actions'
import { useApp } from '../app/store'
import { coarse, moment } from '../ui/age'
import seg from '../ui/Segments.module.css'
import { useNow } from '../ui/useNow'
import { follow } from './follow'
import { KindIcon } from './KindIcon'
import css from './MessagesView.module.css'
import { type Kind, kindOf, kindWords, latest, matching, unread } from './messages'

const kinds: readonly Kind[] = ['ask', 'warn', 'done', 'info']

/** MessagesView is what programs told the person, the latest first. */
export function MessagesView() {
  const messages = useApp((a) => a.messages)
  const [kind, setKind] = useState<Kind | 'all'>('all')
  const [words, setWords] = useState('')
  const news = unread(messages)
  const shown = matching(messages, kind, words)
  return (
    <div className={css.view}>
      <header className={css.head}>
        <div>
          <h1>Messages</h1>
          <p>{news === 0 ? 'All read.' : `${news} unread.`}</p>
        </div>
        <button type="button" className="btn sm" disabled={news === 0} onClick={() => void readMessages([])}>
          Mark all read
        </button>
      </header>
      <div className={css.filter}>
        <input
          className="field"
          type="search"
          placeholder="Filter"
          aria-label="Filter messages"
          value={words}
          onChange={(e) => setWords(e.target.value)}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a row of toggles, not a form's fieldset */}
        <div className={seg.seg} role="group" aria-label="Kind">
          {kinds.map((k) => (
            <button key={k} type="button" aria-pressed={kind === k} onClick={() => setKind(kind === k ? 'all' : k)}>
              <KindIcon kind={k} />
              {kindWords[k]}
            </button>
          ))}
        </div>
      </div>
      <ol className={css.list}>
        {shown.map((m) => (
          <Item key={m.id} m={m} />
        ))}
      </ol>
      {shown.length === 0 && (
        <p className={css.none}>
          {messages.length === 0 ? 'No program has told you anything yet.' : 'No message matches.'}
        </p>
      )}
    </div>
  )
}

function Item({ m }: { m: PageMessage }) {
  const now = useNow()
  useRead(m)
  return (
    <li className={css.message} data-unread={m.unread || undefined} data-kind={kindOf(m)}>
      <KindIcon kind={kindOf(m)} />
      <div>
        <div className={css.line}>
          {m.link ? (
            <button type="button" className={css.title} onClick={() => follow(m)}>
              {m.title ?? m.text}
            </button>
          ) : (
            <b>{m.title ?? m.text}</b>
          )}
          {m.unread && <span className={css.dot}>new</span>}
          <time dateTime={latest(m)} title={moment(latest(m))}>
            {coarse(latest(m), now)}
          </time>
        </div>
        <small>
          M{m.id}
          {m.project && <span className={css.tag}>{m.project}</span>}
          {m.link && (
            <button type="button" className={css.link} onClick={() => follow(m)}>
              {m.link}
            </button>
          )}
        </small>
        {m.title && m.text && <p>{m.text}</p>}
        {m.replies?.map((r) => (
          <blockquote key={r.time + r.text}>
            {r.text}{' '}
            <time dateTime={r.time} title={moment(r.time)}>
              {coarse(r.time, now)}
            </time>
          </blockquote>
        ))}
      </div>
    </li>
  )
}

/** Seen this long, a message counts as read. */
const readAfter = 2500

/** useRead marks a message as read once it was shown for a moment. */
function useRead(m: PageMessage): void {
  useEffect(() => {
    if (!m.unread) return
    const timer = setTimeout(() => {
      if (document.hasFocus()) void readMessages([m.id])
    }, readAfter)
    return () => clearTimeout(timer)
  }, [m.id, m.unread])
}
