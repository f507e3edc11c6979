// The browser's history follows the workspace's: each entry stands for so many
// steps back. Rules only; history.ts applies them.

import { contentOf, focusedTab, type Scene } from '../workspace/model'

/** Trail is where the browser stands. */
export interface Trail {
  /** The steps back of the entry that the browser shows. */
  at: number
  /** The furthest entry that there is, as far as this page knows. */
  top: number
  /** The first entry of the page's; before it are other pages. */
  bottom: number
}

/** What to do to the browser's history: entries to add, or to move by, or to let
 * the entry that it shows stand for where the workspace is. */
export type Move = { push: number } | { go: number } | 'stay' | null

/** follow says what brings the browser to where the workspace is. */
export function follow(t: Trail, scene: Pick<Scene, 'steps_back' | 'can_forward'>): Move {
  const by = scene.steps_back - t.at
  if (by === 0) return null
  if (by < 0) return scene.steps_back < t.bottom ? 'stay' : { go: by }
  // A visit leaves no way forward; with one, it was a step forward again.
  return scene.can_forward && scene.steps_back <= t.top ? { go: by } : { push: by }
}

/** hashOf is the link to what a scene shows; '' for what has none. */
export function hashOf(scene: Scene): string {
  const content = contentOf(focusedTab(scene)?.content ?? '')
  switch (content.kind) {
    case 'terminal':
      return `#t${content.id}`
    case 'file':
      return `#file:${encodeURI(content.path)}`
    case 'panel':
      return `#${content.name}`
    default:
      return ''
  }
}

/** targetOf is what a link's hash leads to: a resource, or a panel; null for nothing of ours. */
export function targetOf(hash: string): { show: string } | { panel: 'agents' | 'messages' } | null {
  const terminal = /^#t(\d{1,9})$/.exec(hash)
  if (terminal) return { show: `terminal:${terminal[1]}` }
  if (hash === '#agents' || hash === '#messages') return { panel: hash.slice(1) as 'agents' | 'messages' }
  const resource = /^#((?:terminal|diff|file|project):.+)$/.exec(hash)?.[1]
  if (!resource) return null
  try {
    return { show: decodeURI(resource) }
  } catch {
    return null
  }
}
