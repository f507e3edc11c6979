import { Dialog } from '@base-ui/react/dialog'
import { type FormEvent, useId, useState } from 'react'
import { type Form, store, useApp } from '../app/store'
import css from './Dialog.module.css'

/** FormDialog asks for a line of text. */
export function FormDialog() {
  const form = useApp((a) => a.form)
  return form && <Open key={form.title} form={form} />
}

function close(): void {
  store.setState({ form: null })
}

function Open({ form }: { form: Form }) {
  const [value, setValue] = useState(form.value)
  const [problem, setProblem] = useState('')
  const id = useId()
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const wrong = await form.submit(value.trim())
    setProblem(wrong)
    if (!wrong) close()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={css.veil} />
        <Dialog.Popup className={css.box}>
          <form onSubmit={(e) => void submit(e)}>
            <div className={css.head}>
              <Dialog.Title>{form.title}</Dialog.Title>
            </div>
            <div className={css.body}>
              <label htmlFor={id}>{form.label}</label>
              <input
                id={id}
                className="field"
                value={value}
                aria-describedby={`${id}-hint`}
                aria-invalid={problem !== ''}
                onChange={(e) => setValue(e.target.value)}
                onFocus={(e) => e.target.select()}
                spellCheck={false}
                autoComplete="off"
              />
              <p id={`${id}-hint`} className={problem ? css.problem : css.hint} aria-live="polite">
                {problem || form.hint}
              </p>
            </div>
            <div className={css.foot}>
              <button type="button" className="btn" onClick={close}>
                Cancel
              </button>
              <button type="submit" className="btn primary" disabled={value.trim() === ''}>
                {form.action}
              </button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
