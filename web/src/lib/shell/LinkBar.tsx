import { Unplug } from 'lucide-react'
import { link } from '../app/live'
import { useApp } from '../app/store'
import css from './Shell.module.css'

/** LinkBar says that the page shows what was, not what is. */
export function LinkBar() {
  const lost = useApp((a) => a.link === 'lost')
  return (
    <div aria-live="polite">
      {lost && (
        <div className={css.bar}>
          <Unplug className="icon s" aria-hidden="true" />
          The daemon cannot be reached. The terminals go on; this page connects again by itself.
          <button type="button" className="btn sm ghost" onClick={() => link.retry()}>
            Try now
          </button>
        </div>
      )}
    </div>
  )
}
