// Who needs the person next, and the mode that goes through all who do.

import { peek } from '../app/actions'
import { store, tell } from '../app/store'
import { groups } from './agents'

/** waiting are the agents that need the person and were not put off, longest first. */
function waiting(): number[] {
  const { terminals, snoozed } = store.getState()
  return groups(terminals, 'waiting', snoozed, Date.now()).flatMap((g) =>
    g.key === 'waiting' ? g.agents.map((t) => t.id) : [],
  )
}

/** nextWaiting peeks at the one that waits longest, then at the one after it. */
export function nextWaiting(): void {
  const ids = waiting()
  const next = ids[(ids.indexOf(store.getState().scene.peek ?? 0) + 1) % Math.max(1, ids.length)]
  if (next) peek(next)
  else tell('No agent needs you.')
}

let stop: (() => void) | undefined

/** drain peeks at each agent that needs the person, the next as soon as one is
 * answered, until none is left or the drawer is closed. */
export function drain(): void {
  stop?.()
  const longest = waiting()[0]
  if (!longest) return tell('No agent needs you.')
  let at = longest
  peek(at)
  let opened = false
  stop = store.subscribe((a) => {
    opened ||= a.scene.peek === at
    if (!opened) return
    if (a.scene.peek !== at) return stop?.()
    if (waiting().includes(at)) return
    const next = waiting()[0] ?? 0
    opened = false
    at = next
    peek(next)
    if (next) return
    stop?.()
    tell('That was all: no agent needs you.')
  })
}
