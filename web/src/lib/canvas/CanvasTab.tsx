import { useEffect } from 'react'
import { closeTab } from '../app/actions'
import { openCanvases } from './actions'
import { useCanvases, watch } from './canvases'
import { Surface } from './Surface'
import css from './Surface.module.css'

/** CanvasTab is a canvas that fills its tab. */
export function CanvasTab({ id, tab }: { id: string; tab: number }) {
  useEffect(() => watch(id), [id])
  const state = useCanvases((c) => (c.shown[id] === 'gone' ? 'gone' : c.shown[id] ? 'there' : 'unread'))
  if (state === 'unread') return null
  if (state === 'there') return <Surface key={id} id={id} />
  return (
    <div className={css.gone}>
      <p>This canvas was deleted.</p>
      <div>
        <button type="button" className="btn primary" onClick={openCanvases}>
          Other canvases
        </button>
        <button type="button" className="btn" onClick={() => closeTab(tab)}>
          Close the tab
        </button>
      </div>
    </div>
  )
}
