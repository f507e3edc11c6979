import { CircleAlert, Info, X } from 'lucide-react'
import { dismiss, useApp } from '../app/store'
import css from './Toasts.module.css'

/** Toasts are short notices; a refusal says what to do next. */
export function Toasts() {
  const toasts = useApp((a) => a.toasts)
  return (
    <ol className={css.list} aria-label="Notices" aria-live="polite">
      {toasts.map((t) => (
        <li key={t.id} className={css.toast} data-error={t.error || undefined}>
          {t.error ? <CircleAlert className="icon" aria-hidden="true" /> : <Info className="icon" aria-hidden="true" />}
          <div>
            <p>{t.text}</p>
            {t.nextStep && <p className="dim">{t.nextStep}</p>}
          </div>
          <button type="button" className="btn ghost sm square" aria-label="Dismiss" onClick={() => dismiss(t.id)}>
            <X className="icon s" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ol>
  )
}
