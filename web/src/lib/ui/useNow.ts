import { useSyncExternalStore } from 'react'

// One clock for all ages on the page, and none while nobody shows one.

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

function tick(): void {
  if (document.visibilityState === 'hidden') return
  now = Date.now()
  for (const listener of listeners) listener()
}

/** useNow is the time in ms, a second exact. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
