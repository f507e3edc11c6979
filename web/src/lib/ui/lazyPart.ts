import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

const parts: (() => Promise<unknown>)[] = []

/** lazyPart is a component whose code comes after the first picture. */
export function lazyPart<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  parts.push(load)
  return lazy(() => load().then((component) => ({ default: component })))
}

/** loadParts fetches all of them, so that none is waited for when it is asked for. */
export function loadParts(): void {
  for (const load of parts) void load()
}
