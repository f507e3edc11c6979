// The engine of one surface: the camera, which cards are drawn and where, and
// the frame loop. React draws what is in a card; nothing that changes with a
// frame goes through it.

import {
  between,
  type Camera,
  fitted,
  home,
  type Margin,
  onScreen,
  panned,
  revealed,
  type Size,
  seen,
  type Tier,
  tierOf,
  toWorld,
  zoomed,
} from './camera'
import { Cards } from './cards'
import type { Canvas } from './document'
import { paintFront, type Wire } from './front'
import { around, type Point, type Rect } from './geometry'
import { type Hit, hit } from './hit'
import { type Ink, inkOf } from './ink'
import { Layout } from './layout'
import { paintBack } from './paint'
import { Screens } from './screens'
import { still } from './select'
import { keepCamera, lastCamera, type ViewStore } from './view'

export interface Parts {
  root: HTMLElement
  dots: HTMLElement
  back: HTMLCanvasElement
  world: HTMLElement
  front: HTMLCanvasElement
}

/** Gesture is what the pointer does from its press to its release. */
export interface Gesture {
  move(p: Point): void
  end(p: Point): void
  cancel(): void
  /** The surface moves on when the pointer reaches its border. */
  pans?: boolean
}

/** How long a flight takes, in milliseconds. */
const flight = 260
const dotsEvery = 22
const dotsFrom = 0.4
/** The border by which a gesture moves the surface, and how fast, in pixels a frame. */
const border = 28
const panSpeed = 9

const margin: Margin = { top: 64, right: 40, bottom: 84, left: 40 }

export class Engine {
  readonly parts: Parts
  readonly view: ViewStore
  readonly cards: Cards
  readonly screens = new Screens((id) => this.cards.inView(id))
  layout: Layout
  camera: Camera
  tier: Tier = 'near'
  size: Size = { width: 0, height: 0 }
  ink: Ink
  gesture: Gesture | null = null
  pointer: Point = { x: 0, y: 0 }
  /** The pointer is being pressed: what it is at is in view already. */
  pressing = false
  /** Grows with everything that is drawn of the world, but for the camera. */
  version = 0
  hovered: string | null = null
  ported: string | null = null
  wire: Wire | null = null
  band: Rect | null = null

  private readonly watchers = new Set<() => void>()
  private readonly ends: (() => void)[] = []
  private raf = 0
  private flying: { from: Camera; to: Camera; start: number } | null = null
  private placed: boolean

  constructor(parts: Parts, view: ViewStore, canvas: Canvas) {
    this.parts = parts
    this.view = view
    this.cards = new Cards(view)
    this.layout = new Layout(canvas)
    const last = lastCamera(canvas.id)
    this.camera = last ?? home
    this.placed = last !== null
    this.ink = inkOf(getComputedStyle(document.documentElement))
    this.screens.setInk(this.ink)
    const resized = new ResizeObserver(() => this.measure())
    resized.observe(parts.root)
    const themed = new MutationObserver(() => this.recolour())
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    this.ends.push(
      () => resized.disconnect(),
      () => themed.disconnect(),
      view.subscribe((now, before) => {
        if (now.selection !== before.selection || now.tool !== before.tool) this.cards.mark()
        if (now.goal !== before.goal) this.seek()
        this.kick()
      }),
    )
    void document.fonts.ready.then(() => this.kick())
    this.measure()
  }

  dispose(): void {
    cancelAnimationFrame(this.raf)
    this.screens.stop()
    for (const end of this.ends) end()
    this.cards.dispose()
  }

  get canvas(): Canvas {
    return this.layout.canvas
  }

  /** setCanvas shows another revision; what a gesture has moved stays moved. */
  setCanvas(c: Canvas): void {
    if (c === this.canvas) return
    this.version++
    this.layout = new Layout(c, this.layout.places)
    const { selection, editing } = this.view.getState()
    const kept = still(selection, c)
    if (kept !== selection) this.view.setState({ selection: kept })
    if (editing && !c.byID.has(editing)) this.view.setState({ editing: null })
    this.cards.place(this.layout)
    this.cards.mark()
    this.kick()
  }

  /** watch calls back after each frame. */
  watch(fn: () => void): () => void {
    this.watchers.add(fn)
    fn()
    return () => this.watchers.delete(fn)
  }

  /** card gives a node's card its place; null takes the card away. */
  card(id: string, el: HTMLElement | null): void {
    if (el) this.cards.add(id, el, this.layout.rect(id))
    else this.cards.remove(id)
    this.kick()
  }

  /** move puts nodes elsewhere for now. */
  move(places: ReadonlyMap<string, Rect>): void {
    this.layout.move(places)
    this.version++
    this.cards.place(this.layout, places.keys())
    this.kick()
  }

  /** settle shows everything where the document says that it is. */
  settle(): void {
    this.layout.settle()
    this.version++
    this.cards.place(this.layout)
    this.kick()
  }

  world(p: Point): Point {
    return toWorld(this.camera, p)
  }

  /** local is where an event is on the surface. */
  local(e: { clientX: number; clientY: number }): Point {
    const r = this.parts.root.getBoundingClientRect()
    return { x: e.clientX - r.left, y: e.clientY - r.top }
  }

  hit(p: Point, near?: number): Hit {
    return hit({ ...this, resizable: this.resizable }, p, near)
  }

  /** resizable is the one node that is selected. */
  get resizable(): string | null {
    const { selection, tool, editing } = this.view.getState()
    const [id] = selection
    return selection.size === 1 && id && tool === 'select' && !editing && this.canvas.byID.has(id) ? id : null
  }

  pan(dx: number, dy: number): void {
    this.look(panned(this.camera, dx, dy))
  }

  zoomTo(z: number, at: Point = { x: this.size.width / 2, y: this.size.height / 2 }): void {
    this.look(zoomed(this.camera, z, at))
  }

  /** look shows another part of the world at once. */
  look(c: Camera): void {
    this.flying = null
    this.camera = c
    this.kick()
  }

  /** fly goes there, so that the person sees where. */
  fly(to: Camera): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return this.look(to)
    this.flying = { from: this.camera, to, start: performance.now() }
    this.kick()
  }

  /** fit shows all nodes, or those given. */
  fit(ids: Iterable<string> = this.canvas.byID.keys(), most = 1): void {
    const all = around([...ids].map((id) => this.layout.rect(id)))
    this.fly(all ? fitted(all, this.size, this.room, most) : home)
  }

  /** reveal moves so that the node is seen. */
  reveal(id: string): void {
    const line = this.canvas.lineByID.get(id)?.edge
    const rects = line ? [this.layout.rect(line.fromNode), this.layout.rect(line.toNode)] : [this.layout.rect(id)]
    const all = around(rects)
    if (!all || this.size.width === 0) return
    const to = revealed(this.camera, all, this.size, this.room)
    if (to !== this.camera) this.fly(to)
  }

  /** onSurface is a node's rectangle on the surface. */
  onSurface(id: string): Rect {
    return onScreen(this.camera, this.layout.rect(id))
  }

  get seen(): Rect {
    return seen(this.camera, this.size)
  }

  /** seek flies to the node that was asked for, once there is a surface. */
  private seek(): void {
    const { goal } = this.view.getState()
    if (!goal || this.size.width === 0) return
    this.fit([goal.id])
    this.view.setState({ goal: null })
  }

  kick(): void {
    if (!this.raf) this.raf = requestAnimationFrame((now) => this.frame(now))
  }

  private get room(): Margin {
    return this.size.width < 560 ? { ...margin, left: 16, right: 16 } : margin
  }

  private measure(): void {
    const { clientWidth: width, clientHeight: height } = this.parts.root
    if (width === 0) return
    this.size = { width, height }
    for (const c of [this.parts.back, this.parts.front]) {
      c.width = Math.round(width * devicePixelRatio)
      c.height = Math.round(height * devicePixelRatio)
    }
    if (!this.placed) {
      this.placed = true
      const all = around(this.canvas.items.map((i) => i.node))
      this.camera = all ? fitted(all, this.size, this.room) : { x: width / 2, y: height / 2, z: 1 }
    }
    this.seek()
    this.kick()
  }

  private recolour(): void {
    this.ink = inkOf(getComputedStyle(document.documentElement))
    this.screens.setInk(this.ink)
    this.version++
    this.kick()
  }

  private frame(now: number): void {
    this.raf = 0
    this.travel(now)
    this.nudge()
    const { x, y, z } = this.camera
    const { world, dots } = this.parts
    this.tier = tierOf(z, this.tier)
    world.style.display = this.tier === 'far' ? 'none' : ''
    world.dataset.tier = this.tier
    world.style.transform = `translate(${x}px,${y}px) scale(${z})`
    const step = dotsEvery * z
    dots.style.display = z < dotsFrom ? 'none' : ''
    if (z >= dotsFrom) {
      dots.style.transform = `translate(${((x % step) + step) % step}px,${((y % step) + step) % step}px) scale(${z})`
    }
    if (this.tier !== 'far') this.cards.cull(this.layout, this.seen, z, now)
    this.paint()
    this.screens.seenAt(z, this.tier)
    keepCamera(this.canvas.id, this.camera)
    for (const fn of this.watchers) fn()
  }

  private travel(now: number): void {
    const f = this.flying
    if (!f) return
    const t = Math.min(1, Math.max(0, (now - f.start) / flight))
    this.camera = between(f.from, f.to, this.size, 1 - (1 - t) ** 3)
    if (t === 1) this.flying = null
    else this.kick()
  }

  /** nudge moves the surface while a gesture is held at its border. */
  private nudge(): void {
    if (!this.gesture?.pans) return
    const away = (at: number, end: number) => (at < border ? 1 : at > end - border ? -1 : 0)
    const dx = away(this.pointer.x, this.size.width) * panSpeed
    const dy = away(this.pointer.y, this.size.height) * panSpeed
    if (dx === 0 && dy === 0) return
    this.camera = panned(this.camera, dx, dy)
    this.gesture.move(this.pointer)
    this.kick()
  }

  private paint(): void {
    const back = this.parts.back.getContext('2d')
    const front = this.parts.front.getContext('2d')
    if (!back || !front) return
    const { layout, camera, tier, ink, hovered, wire, band, ported, resizable } = this
    const { selection } = this.view.getState()
    const picture = { layout, camera, tier, ink, selection, view: this.seen, density: devicePixelRatio }
    paintBack(back, { ...picture, hovered, carded: (id) => tier !== 'far' && this.cards.has(id) })
    paintFront(front, { ...picture, wire, band, ported, resizable })
  }
}
