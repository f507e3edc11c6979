import { useEffect } from 'react'
import { store } from '../app/store'
import { matches, ours } from './chord'
import { commands } from './commands'
import { mac } from './keys'

/** useKeys runs commands by their keys, before anything on the page sees them. */
export function useKeys(): void {
  useEffect(() => {
    const pressed = (e: KeyboardEvent) => {
      if (e.isComposing || waits()) return
      const place = placeOf(e.target)
      for (const c of commands) {
        const chord = c.keys.find((k) => matches(k, e, mac))
        if (!chord) continue
        if (place === 'terminal' && !ours(chord, mac)) return
        if (place === 'text' && chord === '?') return
        e.preventDefault()
        e.stopPropagation()
        c.run()
        return
      }
    }
    window.addEventListener('keydown', pressed, { capture: true })
    return () => window.removeEventListener('keydown', pressed, { capture: true })
  }, [])
}

/** waits says that a question has to be answered first. */
function waits(): boolean {
  const { question, form, scene } = store.getState()
  return question !== null || form !== null || scene.dialog?.kind === 'confirm' || scene.dialog?.kind === 'error'
}

function placeOf(target: EventTarget | null): 'terminal' | 'text' | 'page' {
  if (!(target instanceof HTMLElement)) return 'page'
  if (target.closest('.xterm')) return 'terminal'
  return target.matches('input, textarea, [contenteditable]') ? 'text' : 'page'
}
