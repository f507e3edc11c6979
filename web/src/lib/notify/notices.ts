// What the daemon wants told at once, in words; and the marks on the window.

import type { Notice } from '../api.gen'

/** words are a notice's title and text. */
export function words(n: Notice): { title: string; text: string } {
  switch (n.reason) {
    case 'waiting':
      return { title: `${n.title} waits for you`, text: n.text || n.project }
    case 'done':
      return { title: `${n.title} has finished`, text: n.text || n.project }
    case 'bell':
      return { title: `${n.title} rings`, text: n.project }
    default:
      return { title: n.title, text: n.text || n.project }
  }
}

/** pageTitle says in the window's title how many need the person. */
export function pageTitle(waiting: number): string {
  return waiting > 0 ? `(${waiting}) Junto` : 'Junto'
}

/** iconFor is the page's icon, with a mark when somebody waits. */
export function iconFor(waiting: number): string {
  return waiting > 0 ? '/icon-waiting.svg' : '/icon.svg'
}
