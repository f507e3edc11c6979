import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useApp } from '../app/store'
import css from './Dialog.module.css'

/** Question asks before something that cannot be taken back. */
export function Question() {
  const q = useApp((a) => a.question)
  if (!q) return null
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && q.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={css.veil} />
        <AlertDialog.Popup className={css.box}>
          <div className={css.head}>
            <AlertDialog.Title>{q.title}</AlertDialog.Title>
          </div>
          <AlertDialog.Description className={css.body}>{q.text}</AlertDialog.Description>
          <div className={css.foot}>
            <button type="button" className="btn" onClick={() => q.answer(false)}>
              Cancel
            </button>
            <button type="button" className={`btn ${q.danger ? 'danger' : 'primary'}`} onClick={() => q.answer(true)}>
              {q.action}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
