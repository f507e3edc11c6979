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
      <p>Nothing is open here.</p>
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
