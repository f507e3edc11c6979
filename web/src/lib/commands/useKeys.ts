import { useEffect } from 'react'
import { store } from '../app/store'
import { keepEarly } from '../palette/early'
import { mac } from './bindings'
import { matches, ours } from './chord'
import { commands } from './commands'
import { chords, recording } from './keys'

/** useKeys runs commands by their keys, before anything on the page sees them. */
export function useKeys(): void {
  useEffect(() => {
    const pressed = (e: KeyboardEvent) => {
      if (e.isComposing || recording.on || waits()) return
      if (store.getState().overlay === 'palette' && keepEarly(e)) return take(e)
      const place = placeOf(e.target)
      for (const c of commands) {
        const chord = chords(c.id).find((k) => matches(k, e, mac))
        if (!chord) continue
        if (place === 'terminal' && !ours(chord, mac)) return
        if (place === 'text' && chord === '?') return
        take(e)
        return c.run()
      }
    }
    window.addEventListener('keydown', pressed, { capture: true })
    return () => window.removeEventListener('keydown', pressed, { capture: true })
  }, [])
}

function take(e: KeyboardEvent): void {
  e.preventDefault()
  e.stopPropagation()
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
