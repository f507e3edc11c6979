// The daemon must know when a dialog of the page's waits for the person: no
// agent changes what a window shows meanwhile.

import { callAct } from '../api/call'
import type { Dialog } from '../workspace/model'
import { type App, store } from './store'

/** own is the dialog of the page's that is open, as the daemon calls it. */
export function own(a: Pick<App, 'overlay' | 'question' | 'form'>): Dialog['kind'] | null {
  if (a.question || a.form || a.overlay === 'settings') return 'form'
  return a.overlay
}

/** tellDialogs keeps the daemon told, from now on. */
export function tellDialogs(): void {
  let told: Dialog['kind'] | null = null
  store.subscribe((a) => {
    const kind = own(a)
    if (kind === told || a.link !== 'open') return
    told = kind
    const step = kind ? callAct({ act: 'show_dialog', dialog: { kind } }) : callAct({ act: 'cancel_dialog' })
    // A daemon that cannot be told is one that no agent acts through.
    step.catch(() => {})
  })
}

/** stale says that the daemon waits for a dialog that this page does not show,
 * as after a reload. */
export function stale(a: App): boolean {
  const kind = a.scene.dialog?.kind
  return kind !== undefined && kind !== 'confirm' && kind !== 'error' && own(a) === null
}
