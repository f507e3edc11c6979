// The nodes that a person can make, as they begin.

import type { CanvasNode } from '../api.gen'
import type { Canvas } from './document'
import { encloses, type Point, type Rect } from './geometry'
import type { NewKind } from './view'

/** Sizes that show what a card of the kind has to show, in world pixels. */
const sizes: Record<NewKind, { width: number; height: number }> = {
  agent: { width: 356, height: 244 },
  terminal: { width: 356, height: 204 },
  note: { width: 300, height: 196 },
  label: { width: 360, height: 72 },
  region: { width: 560, height: 360 },
  link: { width: 300, height: 64 },
  file: { width: 300, height: 64 },
  git: { width: 320, height: 64 },
}

/** What a draft asks for. */
export interface Words {
  /** An agent's profile, a region's name, a path or a link. */
  name: string
  harness?: string
  /** Where what runs in it starts. */
  folder?: string
}

/** spot is where a new node goes: as it was drawn, else with its corner at the point. */
export function spot(kind: NewKind, at: Point, drawn?: Rect): Rect {
  const size = sizes[kind]
  const r = drawn && drawn.width >= 40 && drawn.height >= 24 ? drawn : { ...at, ...size }
  return {
    x: Math.round(r.x),
    y: Math.round(r.y),
    width: Math.round(Math.max(r.width, seated(kind) ? 240 : 40)),
    height: Math.round(Math.max(r.height, seated(kind) ? 150 : 24)),
  }
}

/** seated says that something runs in a card of the kind. */
function seated(kind: NewKind): boolean {
  return kind === 'agent' || kind === 'terminal'
}

/** made is a new node. Its id and its binding are its own for ever. */
export function made(kind: NewKind, place: Rect, words: Words): CanvasNode {
  const base = { id: crypto.randomUUID(), ...place }
  const name = words.name.trim()
  switch (kind) {
    case 'agent': {
      const folder = words.folder?.trim()
      const terminal = {
        bindingId: crypto.randomUUID(),
        harness: words.harness ?? '',
        ...(folder ? { launch: { kind: 'harness', cwd: folder } } : {}),
      }
      const entity = { kind: 'agent', name: name.includes(':') ? name : `local:${name}` }
      return { ...base, type: 'text', text: profile(name), ether: { entity, terminal } }
    }
    case 'terminal': {
      const folder = words.folder?.trim()
      const launch = { kind: 'shell', ...(folder ? { cwd: folder } : {}) }
      const terminal = { bindingId: crypto.randomUUID(), launch }
      return { ...base, type: 'text', text: name, ether: { entity: { kind: 'terminal' }, terminal } }
    }
    case 'note':
      return { ...base, type: 'text', text: name }
    case 'label':
      return { ...base, type: 'text', text: name, ether: { entity: { kind: 'label' } } }
    case 'region':
      return { ...base, type: 'group', label: name, ether: { region: { hold: true } } }
    case 'link':
      return { ...base, type: 'link', url: name }
    case 'file':
      return { ...base, type: 'file', file: name }
    case 'git':
      return { ...base, type: 'text', text: name, ether: { entity: { kind: 'git' }, git: { cwd: name } } }
  }
}

function profile(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** folderAt is where what is made there starts: the innermost region that
 * names a folder says so. */
export function folderAt(c: Canvas, place: Rect): string {
  let best: { area: number; dir: string } | null = null
  for (const { node } of c.items) {
    const dir = node.ether?.region?.defaults?.paths?.local
    const area = node.width * node.height
    if (dir && encloses(node, place) && (!best || area < best.area)) best = { area, dir }
  }
  return best?.dir ?? ''
}

/** freeName is a profile that no seat of the canvas has. */
export function freeName(c: Canvas): string {
  const taken = new Set(c.items.map((i) => i.node.ether?.entity?.name))
  let n = 1
  while (taken.has(`local:agent-${n}`)) n++
  return `agent-${n}`
}
