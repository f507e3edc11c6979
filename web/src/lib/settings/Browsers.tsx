import { useCallback, useEffect, useState } from 'react'
import { call } from '../api/call'
import type { Session } from '../api.gen'
import { attempt } from '../app/actions'
import { ask } from '../app/store'
import { coarse } from '../ui/age'
import { useNow } from '../ui/useNow'
import css from './Settings.module.css'

/** Browsers are those that are logged in, and the way to log them out. */
export function Browsers() {
  const [all, setAll] = useState<readonly Session[]>([])
  const now = useNow()
  const load = useCallback(async () => setAll((await attempt(() => call('session.list', {}))) ?? []), [])
  useEffect(() => void load(), [load])
  const out = async (which: { id: number } | { all: true }) => {
    await attempt(() => call('session.revoke', which))
    await load()
  }
  const everywhere = async () => {
    const sure = await ask({
      title: 'Log out everywhere?',
      text: 'This browser too: `jun url` in a terminal makes a link to log in again.',
      action: 'Log out',
      danger: true,
    })
    if (sure) await out({ all: true })
  }
  return (
    <section aria-labelledby="browsers-title">
      <header className={css.title}>
        <h3 id="browsers-title">Browsers that are logged in</h3>
        <button type="button" className="btn sm" onClick={() => void everywhere()}>
          Log out everywhere
        </button>
      </header>
      <ul className={css.keys}>
        {all.map((s) => (
          <li key={s.id} data-session={s.id} className={css.key}>
            <span>
              {s.label} <small>since {new Date(s.created).toLocaleDateString()}</small>
            </span>
            <small>{seen(coarse(s.last_used, now))}</small>
            <button
              type="button"
              className="btn sm"
              aria-label={`Log out ${s.label}, ${seen(coarse(s.last_used, now))}`}
              onClick={() => void out({ id: s.id })}
            >
              Log out
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function seen(age: string): string {
  return age === 'now' ? 'seen just now' : `seen ${age} ago`
}
