// The small live text of the terminals on cards: asked for while a card is in
// view, painted at the zoom that it is seen at.

import { ending } from '../agents/Preview'
import { call } from '../api/call'
import type { Tier } from './camera'
import type { Ink } from './ink'
import { fits, paintSnapshot } from './snapshot'

interface Screen {
  canvas: HTMLCanvasElement
  node: string
  terminal: number
  lines: readonly string[]
  asked: number
  painted: string
}

/** Often enough to see that it works; a card is no terminal. */
const every = 1200
/** Bars are looked at, not read. */
const everyBars = 4000
/** A canvas full of cards asks for a few at a time. */
const mostAtOnce = 10
/** Text is painted anew when the zoom rests. */
const rest = 120

export class Screens {
  private readonly all = new Set<Screen>()
  private readonly shown: (node: string) => boolean
  private timer: ReturnType<typeof setInterval> | undefined
  private resting: ReturnType<typeof setTimeout> | undefined
  private zoom = 1
  private tier: Tier = 'near'
  private ink: Ink | null = null

  constructor(shown: (node: string) => boolean) {
    this.shown = shown
  }

  /** add shows a terminal on a card's canvas until the returned function is called. */
  add(canvas: HTMLCanvasElement, node: string, terminal: number): () => void {
    const screen: Screen = { canvas, node, terminal, lines: [], asked: 0, painted: '' }
    this.all.add(screen)
    this.timer ??= setInterval(() => this.ask(), every)
    queueMicrotask(() => this.ask())
    return () => {
      this.all.delete(screen)
      if (this.all.size === 0) this.stop()
    }
  }

  stop(): void {
    clearInterval(this.timer)
    clearTimeout(this.resting)
    this.timer = undefined
  }

  setInk(ink: Ink): void {
    this.ink = ink
    for (const s of this.all) s.painted = ''
    this.paint()
  }

  /** seenAt says how large cards are shown now. */
  seenAt(zoom: number, tier: Tier): void {
    if (zoom === this.zoom && tier === this.tier) return
    this.zoom = zoom
    this.tier = tier
    clearTimeout(this.resting)
    this.resting = setTimeout(() => this.paint(), rest)
  }

  private ask(): void {
    if (this.tier === 'far' || document.visibilityState === 'hidden') return
    const now = performance.now()
    const due = [...this.all]
      .filter((s) => now - s.asked > (this.tier === 'near' ? every / 2 : everyBars) && this.shown(s.node))
      .sort((a, b) => a.asked - b.asked)
    for (const s of due.slice(0, mostAtOnce)) void this.fetch(s, now)
  }

  private async fetch(s: Screen, now: number): Promise<void> {
    s.asked = now
    const screen = await call('tool.screen', { id: s.terminal, lines: 40 }).catch(() => null)
    if (!screen || !this.all.has(s)) return
    s.lines = ending(screen.lines, fits(s.canvas.clientHeight || 1))
    this.paintOne(s)
  }

  private paint(): void {
    for (const s of this.all) if (this.shown(s.node)) this.paintOne(s)
  }

  private paintOne(s: Screen): void {
    const { clientWidth: width, clientHeight: height } = s.canvas
    if (!this.ink || width === 0 || this.tier === 'far') return
    const scale = Math.min(3, Math.max(0.5, Math.ceil(this.zoom * devicePixelRatio * 2) / 2))
    const bars = this.tier === 'mid'
    const key = [width, height, scale, bars, ...s.lines].join('\n')
    if (key === s.painted) return
    s.painted = key
    paintSnapshot(s.canvas, { lines: s.lines, width, height, scale, bars }, this.ink)
  }
}
