import type { Progress } from '../api.gen'
import css from './ProgressBar.module.css'

/** ProgressBar is how far a program says that it is, along the edge of its row. */
export function ProgressBar({ p }: { p: Progress }) {
  const known = p.state !== 'indeterminate'
  return (
    <span
      className={css.bar}
      data-state={p.state}
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known ? p.value : undefined}
    >
      <i style={{ width: known ? `${p.value}%` : undefined }} />
    </span>
  )
}
