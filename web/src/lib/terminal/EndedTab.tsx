import { useEffect, useState } from 'react'
import { CallError, call } from '../api/call'
import type { EndedScreen } from '../api.gen'
import { attempt, closeTab, openTerminal } from '../app/actions'
import { coarse } from '../ui/age'
import { useNow } from '../ui/useNow'
import { LazyStill } from './LazyLive'
import css from './Terminal.module.css'

/** EndedTab is the last screen of a terminal that has ended, and the ways on. */
export function EndedTab({ run, id, tab }: { run: number; id: number; tab: number }) {
  const [ended, setEnded] = useState<EndedScreen | null>(null)
  const [problem, setProblem] = useState('')
  const now = useNow()
  useEffect(() => {
    let gone = false
    call('ended.get', { run, id })
      .then((e) => !gone && setEnded(e))
      .catch((e) => {
        if (!(e instanceof CallError)) throw e
        if (!gone) setProblem(e.message)
      })
    return () => {
      gone = true
    }
  }, [run, id])
  if (problem) return <p className={css.gone}>{problem}</p>
  if (!ended) return null
  const goOn = async (how: 'ended.start' | 'ended.resume') => {
    const made = await attempt(() => call(how, { run, id }))
    if (!made) return
    closeTab(tab)
    openTerminal(made.id)
  }
  const forget = async () => {
    await attempt(() => call('ended.forget', { run, id }))
    closeTab(tab)
  }
  return (
    <div className={css.tab}>
      <h1 className="hidden">{ended.title}, ended</h1>
      {ended.screen ? (
        <LazyStill screen={ended.screen} cols={ended.cols} rows={ended.rows} />
      ) : (
        <p className={css.gone}>Its last screen was not kept.</p>
      )}
      <div className={css.over}>
        <p>
          Ended {coarse(ended.ended, now)} ago{ended.exit && ended.exit !== '0' ? ` (${ended.exit})` : ''} in{' '}
          <span className="mono">{ended.dir}</span>
          {ended.agent && !ended.resumable && ended.why && <small>Its session cannot be taken up: {ended.why}.</small>}
        </p>
        {ended.resumable && (
          <button type="button" className="btn primary" onClick={() => void goOn('ended.resume')}>
            Resume {ended.agent}
          </button>
        )}
        <button type="button" className="btn" onClick={() => void goOn('ended.start')}>
          New shell here
        </button>
        <button type="button" className="btn ghost" onClick={() => void forget()}>
          Forget it
        </button>
      </div>
    </div>
  )
}
