import { type RefObject, useEffect } from 'react'
import { openTerminal, peek, show, snooze } from '../app/actions'
import { store } from '../app/store'

/** useViewKeys moves among the cards and acts on the one with the focus, while
 * nothing else on the page takes the keys. */
export function useViewKeys(view: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const pressed = (e: KeyboardEvent) => {
      if (e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented || !view.current) return
      const target = e.target as HTMLElement
      const inside = target === document.body || view.current.contains(target)
      if (!inside || target.matches('input, textarea') || store.getState().overlay) return
      keys(e, view.current)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [view])
}

function keys(e: KeyboardEvent, view: HTMLElement): void {
  const cards = [...view.querySelectorAll<HTMLElement>('[data-agent]')]
  const at = cards.findIndex((c) => c.contains(document.activeElement))
  const id = Number(cards[at]?.dataset.agent ?? 0)
  switch (e.key) {
    case 'j':
    case 'ArrowDown':
      return move(e, cards[Math.min(cards.length - 1, at + 1)])
    case 'k':
    case 'ArrowUp':
      return move(e, cards[Math.max(0, at - 1)])
    case 'n': {
      const waiting = cards.filter((c) => c.dataset.status === 'waiting')
      return move(e, waiting.find((c) => cards.indexOf(c) > at) ?? waiting[0])
    }
    case 'Enter':
      if (id && cards[at] === document.activeElement) peek(id)
      return
    case 'o':
      if (id) openTerminal(id)
      return
    case 'd':
      if (id) show(`diff:${id}`)
      return
    case 's':
      if (id) snooze(id)
  }
}

function move(e: KeyboardEvent, card: HTMLElement | undefined): void {
  e.preventDefault()
  card?.focus()
  card?.scrollIntoView({ block: 'nearest' })
}
