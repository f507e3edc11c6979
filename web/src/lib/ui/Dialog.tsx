import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { store } from '../app/store'
import css from './Dialog.module.css'

/** Dialog is a titled box over the page; closing it gives the focus back. */
export function Dialog({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <Base.Root open onOpenChange={(open) => !open && store.setState({ overlay: null })}>
      <Base.Portal>
        <Base.Backdrop className={css.veil} />
        <Base.Popup className={`${css.box} ${wide ? css.wider : ''}`}>
          <div className={css.head}>
            <Base.Title>{title}</Base.Title>
            <Base.Close className="btn ghost sm square" aria-label="Close">
              <X className="icon" aria-hidden="true" />
            </Base.Close>
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: what scrolls, no form's fieldset */}
          <div
            className={css.body}
            role="group"
            aria-label={title}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
            tabIndex={0}
          >
            {children}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
