import { CircleAlert } from 'lucide-react'
import css from './Problem.module.css'

export interface Wrong {
  message: string
  nextStep?: string | undefined
}

/** Problem says what git refused, and what to do. */
export function Problem({ wrong, action }: { wrong: Wrong; action?: { title: string; run(): void } | undefined }) {
  return (
    <div className={css.problem} role="alert">
      <CircleAlert className="icon" aria-hidden="true" />
      <div>
        <p>{wrong.message}</p>
        {wrong.nextStep && <p>{wrong.nextStep}</p>}
      </div>
      {action && (
        <button type="button" className="btn sm" onClick={action.run}>
          {action.title}
        </button>
      )}
    </div>
  )
}
