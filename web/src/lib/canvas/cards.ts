// Which cards are in the DOM, and where. A card is mounted when it comes into
// view, hidden as soon as it is out of it, and taken away after a while.

import { grown, overlaps, type Rect } from './geometry'
import type { Layout } from './layout'
import type { ViewStore } from './view'

/** Cards are drawn this far beyond the surface, in pixels of the screen. */
const beyond = 200
/** New cards for one frame: more would be felt. */
const mostNew = 8
/** How long a card is kept while it is out of view, in milliseconds. */
const keepFor = 30_000

export class Cards {
  private readonly view: ViewStore
  private readonly elements = new Map<string, HTMLElement>()
  private readonly shown = new Set<string>()
  /** Since when cards are out of view. */
  private readonly left = new Map<string, number>()
  private sweeping: ReturnType<typeof setTimeout> | undefined

  constructor(view: ViewStore) {
    this.view = view
  }

  dispose(): void {
    clearTimeout(this.sweeping)
    this.view.setState({ mounted: [] })
  }

  has(id: string): boolean {
    return this.elements.has(id)
  }

  inView(id: string): boolean {
    return this.shown.has(id)
  }

  add(id: string, el: HTMLElement, place: Rect): void {
    this.elements.set(id, el)
    this.shown.add(id)
    put(el, place)
    el.toggleAttribute('data-selected', this.view.getState().selection.has(id))
  }

  remove(id: string): void {
    this.elements.delete(id)
    this.shown.delete(id)
    this.left.delete(id)
  }

  /** place puts cards where the layout has them: those given, or all. */
  place(layout: Layout, ids: Iterable<string> = this.elements.keys()): void {
    for (const id of ids) {
      const el = this.elements.get(id)
      if (el) put(el, layout.rect(id))
    }
  }

  /** mark shows which cards are selected. */
  mark(): void {
    const { selection } = this.view.getState()
    for (const [id, el] of this.elements) el.toggleAttribute('data-selected', selection.has(id))
  }

  /** light shows that an edge may lead to a card. */
  light(id: string, on: boolean): void {
    this.elements.get(id)?.toggleAttribute('data-legal', on)
  }

  /** cull shows the cards in that part of the world, seen at zoom z, and asks for
   * those that are missing. */
  cull(layout: Layout, seen: Rect, z: number, now: number): void {
    const view = grown(seen, beyond / z)
    const missing: string[] = []
    for (const { id, kind } of layout.canvas.items) {
      if (kind === 'region') continue
      const visible = overlaps(layout.rect(id), view)
      const el = this.elements.get(id)
      if (el) this.show(id, el, visible, now)
      else if (visible) missing.push(id)
    }
    if (this.left.size > 0) this.sweeping ??= setTimeout(() => this.sweep(layout), keepFor)
    if (missing.length === 0) return
    const { mounted } = this.view.getState()
    const known = new Set(mounted)
    const added = missing.filter((id) => !known.has(id)).slice(0, mostNew)
    if (added.length > 0) this.view.setState({ mounted: [...mounted, ...added] })
  }

  private show(id: string, el: HTMLElement, visible: boolean, now: number): void {
    if (visible === this.shown.has(id)) return
    el.style.display = visible ? '' : 'none'
    if (visible) {
      this.shown.add(id)
      this.left.delete(id)
    } else {
      this.shown.delete(id)
      this.left.set(id, now)
    }
  }

  /** sweep takes away cards that were out of view for long. */
  private sweep(layout: Layout): void {
    this.sweeping = undefined
    const before = performance.now() - keepFor
    const { mounted, editing } = this.view.getState()
    const gone = new Set([...this.left].filter(([id, at]) => at <= before && id !== editing).map(([id]) => id))
    for (const id of gone) this.left.delete(id)
    const next = mounted.filter((id) => !gone.has(id) && layout.canvas.byID.has(id))
    if (next.length !== mounted.length) this.view.setState({ mounted: next })
    if (this.left.size > 0) this.sweeping = setTimeout(() => this.sweep(layout), keepFor)
  }
}

function put(el: HTMLElement, r: Rect): void {
  el.style.left = `${r.x}px`
  el.style.top = `${r.y}px`
  el.style.width = `${r.width}px`
  el.style.height = `${r.height}px`
}
