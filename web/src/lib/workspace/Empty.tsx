import { SquareTerminal } from 'lucide-react'
import { newTerminal } from '../app/actions'
import { store } from '../app/store'
import { keysOf } from '../commands/keys'
import css from './Workspace.module.css'

/** Empty is a pane without tabs. */
export function Empty({ pane }: { pane: number }) {
  return (
    <div className={css.empty}>
      <SquareTerminal className="icon" aria-hidden="true" />
      <h1>Nothing is open here.</h1>
      <div>
        <button type="button" className="btn primary" onClick={() => void newTerminal(undefined, pane)}>
          New terminal <kbd>{keysOf('new-terminal')}</kbd>
        </button>
        <button type="button" className="btn" onClick={() => store.setState({ overlay: 'palette' })}>
          Find or do <kbd>{keysOf('palette')}</kbd>
        </button>
      </div>
    </div>
  )
}
