// Tells the person what the daemon wants told: by the desktop, a sound, and a
// mark on the window. The daemon decides what, and in which window.

import { count } from '../agents/agents'
import type { Notice } from '../api.gen'
import { peek } from '../app/actions'
import { store, tell } from '../app/store'
import { iconFor, pageTitle, words } from './notices'

/** startMarks shows from now on how many agents wait. */
export function startMarks(): void {
  store.subscribe((a, before) => {
    if (a.terminals !== before.terminals) mark(count(a.terminals).waiting)
  })
}

/** notify tells a notice. */
export function notify(n: Notice): void {
  const { settings } = store.getState()
  const { title, text } = words(n)
  if (settings.sound) beep()
  if (document.hasFocus() && n.reason !== 'bell') return tell(title, text)
  if (!settings.notifications || n.reason === 'bell' || Notification.permission !== 'granted') return
  const shown = new Notification(title, { body: text, tag: `terminal-${n.terminal}`, icon: '/icon.svg', silent: true })
  shown.onclick = () => {
    window.focus()
    peek(n.terminal)
    shown.close()
  }
}

let marked = -1

/** mark shows how many wait in the window's title, its icon and the app's badge. */
function mark(waiting: number): void {
  if (waiting === marked) return
  marked = waiting
  document.title = pageTitle(waiting)
  document.querySelector('link[rel=icon]')?.setAttribute('href', iconFor(waiting))
  void navigator.setAppBadge?.(waiting)
}

let audio: AudioContext | undefined

/** beep is two short quiet tones. */
function beep(): void {
  audio ??= new AudioContext()
  const start = audio.currentTime
  for (const [at, pitch] of [
    [0, 660],
    [0.12, 880],
  ] as const) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0.08, start + at)
    volume.gain.exponentialRampToValueAtTime(0.001, start + at + 0.18)
    tone.connect(volume).connect(audio.destination)
    tone.start(start + at)
    tone.stop(start + at + 0.2)
  }
}
