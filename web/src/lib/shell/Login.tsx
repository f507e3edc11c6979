import { link } from '../app/live'
import css from './Login.module.css'
import { Logo } from './Logo'

/** Login is what a browser without a session sees. */
export function Login() {
  return (
    <main className={css.page}>
      <Logo size={40} />
      <h1>This browser is not logged in to Junto</h1>
      <p>
        In a terminal outside Junto, run <code className="mono">jun url</code> and open the link that it prints. The
        link works once.
      </p>
      <button type="button" className="btn" onClick={() => link.retry()}>
        Try again
      </button>
    </main>
  )
}
