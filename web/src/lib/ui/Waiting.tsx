import { AlertDialog } from '@base-ui/react/alert-dialog'
import { act } from '../app/actions'
import { useApp } from '../app/store'
import css from './Dialog.module.css'

const actions: Record<string, string> = {
  'delete-perspective': 'Delete perspective',
  'remove-project': 'Remove project',
  'end-terminal': 'End terminal',
  quit: 'Quit Jun',
}

/** Waiting is a question or an error of the daemon's that waits for the person. */
export function Waiting() {
  const d = useApp((a) => a.scene.dialog)
  if (d?.kind !== 'confirm' && d?.kind !== 'error') return null
  const cancel = () => act({ act: 'cancel_dialog' })
  const action = actions[d.confirm?.question ?? '']
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && cancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={css.veil} />
        <AlertDialog.Popup className={css.box}>
          <div className={css.head}>
            <AlertDialog.Title>{d.title}</AlertDialog.Title>
          </div>
          <AlertDialog.Description className={css.body}>
            {d.text}
            {d.next_step && <small>{d.next_step}</small>}
          </AlertDialog.Description>
          <div className={css.foot}>
            <button type="button" className="btn" onClick={cancel}>
              {action ? 'Cancel' : 'Close'}
            </button>
            {action && (
              <button type="button" className="btn danger" onClick={() => act({ act: 'accept_dialog' })}>
                {action}
              </button>
            )}
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
