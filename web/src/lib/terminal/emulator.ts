// One live terminal: an xterm.js fed from a channel of the link. The daemon's
// emulator is the truth; this one draws what it is sent, at the size that it is
// told, and sends back what the person types and nothing else.

import { SearchAddon } from '@xterm/addon-search'
import { WebLinksAddon } from '@xterm/addon-web-links'
import type { ILink, Terminal } from '@xterm/xterm'
import type { Output } from '../link/frames'
import type { Channel, Link } from '../link/link'
import { focusIn, focusOut } from './answers'
import { colours } from './colours'
import { type Box, fontToShow, type Size, same, sizeFor } from './fit'
import { openLink } from './links'
import { familyOf, type Look, makeTerminal } from './make'
import { cleanPaste, hasLines, pasteBytes } from './paste'
import { placesIn } from './paths'
import { find, keepPlace, type Lines, type Place, placeOf, takePlace } from './places'
import { Prompts } from './prompts'
import { Pump } from './pump'

/** What an emulator tells its pane. */
export interface EmulatorListener {
  /** The terminal is not this page's size. */
  foreign(size: Size | null): void
  scrolledUp(up: boolean): void
  /** A search found so many, and stands at one of them (-1: at none). */
  found(at: number, count: number): void
  ended(): void
  /** The emulator is beyond use: another has to take its place. */
  failed(): void
  /** The person follows a path that the terminal shows. */
  openPlace(path: string, line: number): void
  refused(message: string, nextStep: string): void
  /** A paste of several lines that the program would run one by one. */
  confirmPaste(text: string): Promise<boolean>
}

/** When a page asks for its own size: at once, once the letters would be too
 * small to read, or once the person types. */
export type Sizing = 'always' | 'unreadable' | 'typed'

/** How long the daemon may take to apply a size: it waits until one stands. */
const answerTime = 600

/** An emulator that parses nothing for so long after an error is stuck. */
const stuckTime = 1500

/** Letters in px below which a glance becomes work. */
const readableFont = 9

export class Emulator {
  private readonly listener: EmulatorListener
  private readonly term: Terminal
  private readonly pump: Pump
  private readonly finder = new SearchAddon()
  private readonly prompts: Prompts
  private readonly channel: Channel
  private readonly host: HTMLElement
  private readonly abort = new AbortController()
  private look: Look
  /** The terminal's size, as the daemon says. */
  private size: Size | null = null
  /** The size that this page asked for last. */
  private wished: Size | null = null
  /** Runs while the daemon may still apply it. */
  private asking: ReturnType<typeof setTimeout> | undefined
  private cell: Box | null = null
  private hasTyped = false
  /** What was told last: telling each line that scrolls by would cost more than drawing it. */
  private up = false
  /** Output that waits until the person has scrolled down again. */
  private readonly held: Output[] = []
  private readonly terminal: number
  /** Where the person was in the emulator before this one. */
  private place: Place | null
  private readonly sizing: Sizing
  private font: number

  constructor(link: Link, terminal: number, host: HTMLElement, look: Look, sizing: Sizing, listener: EmulatorListener) {
    this.sizing = sizing
    this.listener = listener
    this.host = host
    this.look = look
    this.font = look.font
    this.terminal = terminal
    this.place = takePlace(terminal)
    this.term = makeTerminal(look)
    this.term.loadAddon(this.finder)
    this.term.loadAddon(new WebLinksAddon((e, uri) => openLink(e, uri)))
    this.term.registerLinkProvider({ provideLinks: (y, give) => give(this.places(y)) })
    this.finder.onDidChangeResults((r) => listener.found(r.resultIndex, r.resultCount))
    this.prompts = new Prompts(this.term)
    this.term.open(host)
    this.pump = new Pump({ write: (data, parsed) => this.term.write(data, parsed) }, () => listener.failed())
    this.term.onData((data) => this.typed(data))
    this.term.onBinary((data) => this.send(Uint8Array.from(data, (c) => c.charCodeAt(0))))
    this.term.onScroll(() => this.tellScroll())
    this.term.element?.addEventListener('scroll', () => this.tellScroll(), { capture: true, signal: this.abort.signal })
    this.listen()
    this.channel = link.attach(terminal, {
      output: (o) => this.heard(o),
      exit: () => listener.ended(),
      refused: (message, nextStep) => listener.refused(message, nextStep),
    })
  }

  focus(): void {
    this.term.focus()
  }

  get focused(): boolean {
    return this.host.contains(document.activeElement)
  }

  /** find goes to the next match, or to the one before; nothing ends the search. */
  find(words: string, back = false): void {
    if (words === '') this.finder.clearDecorations()
    else if (back) this.finder.findPrevious(words, { decorations: marks(this.look.light) })
    else this.finder.findNext(words, { decorations: marks(this.look.light) })
  }

  /** toPrompt scrolls to the prompt before what is in view, or after it. */
  toPrompt(by: -1 | 1): void {
    this.prompts.step(by)
    this.tellScroll()
  }

  scrollToBottom(): void {
    this.term.scrollToBottom()
    this.tellScroll()
  }

  setLook(look: Look): void {
    this.look = look
    this.term.options.theme = colours(getComputedStyle(document.documentElement), look)
    this.term.options.screenReaderMode = look.screenReader
    this.term.options.fontFamily = familyOf(look)
    this.setFont(look.font)
    this.cell = null
    this.layout()
  }

  /**
   * layout says which size this page has for the terminal, and fits the letters
   * to the size that it has. The daemon gives it the size of the window in which
   * the person types; where nobody has, of the first that asks.
   */
  layout(): void {
    const box = innerBox(this.host)
    const cell = this.baseCell()
    if (!cell || box.width === 0 || document.visibilityState === 'hidden') return
    const wish = sizeFor(box, cell)
    if (wish && this.wishes(box, cell) && !(this.wished && same(wish, this.wished))) this.ask(wish)
    if (!this.size || this.asking) return
    this.setFont(fontToShow(this.size, box, cell, this.look.font))
    this.listener.foreign(wish && !same(wish, this.size) ? this.size : null)
  }

  /** baseCell is what a cell measures at the wished font. It is measured once:
   * the emulator rounds it by its size, and a wish made from it would then change
   * what it came from. */
  private baseCell(): Box | null {
    const cell = this.term.dimensions?.css.cell
    if (!this.cell && cell && cell.width > 0) this.cell = { width: cell.width, height: cell.height }
    return this.cell
  }

  /** ask tells the daemon this page's size, and leaves it a moment to apply it
   * before the letters are fitted to a size that stays another. */
  private ask(wish: Size): void {
    this.wished = this.channel.resize(wish.cols, wish.rows) ? wish : null
    clearTimeout(this.asking)
    this.asking = setTimeout(() => this.answered(), answerTime)
  }

  private answered(): void {
    clearTimeout(this.asking)
    this.asking = undefined
    this.layout()
  }

  /** wishes says whether this page asks for its own size. */
  private wishes(box: Box, cell: Box): boolean {
    if (this.sizing === 'always' || this.hasTyped) return true
    if (this.sizing === 'typed' || !this.size) return false
    return fontToShow(this.size, box, cell, this.look.font) < readableFont
  }

  dispose(): void {
    clearTimeout(this.asking)
    this.abort.abort()
    this.channel.close()
    keepPlace(this.terminal, this.place ?? placeOf(this.lines()))
    this.pump.clear()
    this.term.dispose()
  }

  private setFont(font: number): void {
    if (font === this.font) return
    this.font = font
    this.term.options.fontSize = font
  }

  /** heard takes output. A snapshot would take the lines away that the person
   * has scrolled up to: it waits, and with it what follows. Nothing of that is
   * acked, so it is no more than the daemon's window. */
  private heard(o: Output): void {
    if (this.held.length > 0 || (o.snapshot && this.up)) this.held.push(o)
    else this.output(o)
  }

  private release(): void {
    for (const o of this.held.splice(0)) this.output(o)
  }

  private output(o: Output): void {
    if (o.snapshot) this.pump.barrier(() => this.prompts.clear())
    const size = { cols: o.cols, rows: o.rows }
    if (o.cols > 0 && (!this.size || !same(size, this.size))) {
      this.size = size
      this.pump.barrier(() => {
        this.term.resize(size.cols, size.rows)
        if (this.wished && same(size, this.wished)) this.answered()
        else this.layout()
      })
    }
    const parsed = () => this.channel.ack(o.offset, this.pump.idle)
    if (!o.snapshot) return this.pump.write(o.data, parsed)
    // Reset in the stream, and drawn at once: no picture of an empty screen is between.
    this.pump.write(startAnew, () => {})
    this.pump.write(o.data, () => {})
    // Acked with the next picture, so that the daemon makes no more of them than are seen.
    this.pump.write(drawNow, () =>
      requestAnimationFrame(() => {
        parsed()
        // Its scrollbar knows of the lines only once they were drawn.
        requestAnimationFrame(() => this.comeBack())
      }),
    )
  }

  /** checkSoon looks whether an error on the page has stopped the emulator. */
  private checkSoon(): void {
    const { parsed } = this.pump
    const timer = setTimeout(() => {
      if (!this.pump.idle && this.pump.parsed === parsed) this.listener.failed()
    }, stuckTime)
    this.abort.signal.addEventListener('abort', () => clearTimeout(timer))
  }

  private typed(data: string): void {
    if (data === focusIn || data === focusOut) return
    this.send(new TextEncoder().encode(data))
  }

  private send(bytes: Uint8Array): void {
    if (!this.hasTyped) {
      this.hasTyped = true
      this.layout()
    }
    if (!this.channel.input(bytes)) this.listener.refused('the daemon is not connected: the keys were not sent', '')
  }

  private listen(): void {
    const { signal } = this.abort
    const textarea = this.term.textarea
    textarea?.addEventListener('focus', () => this.reportFocus(focusIn), { signal })
    textarea?.addEventListener('blur', () => this.reportFocus(focusOut), { signal })
    this.host.addEventListener('paste', (e) => this.pasted(e), { capture: true, signal })
    const sizes = new ResizeObserver(() => this.layout())
    sizes.observe(this.host)
    signal.addEventListener('abort', () => sizes.disconnect())
    // It parses on a timer of its own: what goes wrong there shows here only.
    window.addEventListener('error', () => this.checkSoon(), { signal })
  }

  private reportFocus(report: string): void {
    if (this.term.modes.sendFocusMode) this.channel.input(new TextEncoder().encode(report))
  }

  private pasted(e: ClipboardEvent): void {
    e.preventDefault()
    e.stopPropagation()
    void this.paste(e.clipboardData?.getData('text/plain') ?? '')
  }

  /** paste types a text as one paste. */
  async paste(raw: string): Promise<void> {
    const text = cleanPaste(raw)
    if (!text) return
    const bracketed = this.term.modes.bracketedPasteMode
    if (!bracketed && hasLines(text) && !(await this.listener.confirmPaste(text))) return
    this.send(pasteBytes(text, bracketed))
  }

  /** places are the files that a line of the screen names. */
  private places(y: number): ILink[] {
    const text = this.term.buffer.active.getLine(y - 1)?.translateToString(true) ?? ''
    return placesIn(text).map((p) => ({
      text: text.slice(p.start, p.end),
      range: { start: { x: p.start + 1, y }, end: { x: p.end, y } },
      activate: (e) => {
        if (e.ctrlKey || e.metaKey) this.listener.openPlace(p.path, p.line)
      },
    }))
  }

  /** comeBack scrolls to where the person was. */
  private comeBack(): void {
    if (this.abort.signal.aborted) return
    const y = this.place && find(this.place, this.lines())
    this.place = null
    if (y === null) return
    this.term.scrollToLine(y)
    this.tellScroll()
  }

  private lines(): Lines {
    const { active } = this.term.buffer
    const { baseY, viewportY } = active
    return { baseY, viewportY, text: (y) => active.getLine(y)?.translateToString(true) ?? '' }
  }

  private tellScroll(): void {
    const { viewportY, baseY } = this.term.buffer.active
    const up = viewportY < baseY
    if (up === this.up) return
    this.up = up
    this.listener.scrolledUp(up)
    if (!up) this.release()
  }
}

const startAnew = new TextEncoder().encode('\x1bc\x1b[?2026h')
const drawNow = new TextEncoder().encode('\x1b[?2026l')

function innerBox(host: HTMLElement): Box {
  const style = getComputedStyle(host)
  const across = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight) + scrollbarWidth
  const down = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom)
  return { width: Math.max(0, host.clientWidth - across), height: Math.max(0, host.clientHeight - down) }
}

/** The emulator's scrollbar lies over its last cells unless these are kept free. */
const scrollbarWidth = 10

/** How matches of a search are marked; the addon takes opaque colours only. */
function marks(light: boolean) {
  return {
    matchBackground: light ? '#F3E3B5' : '#4A3F1C',
    matchOverviewRuler: light ? '#8A5A00' : '#F2C56B',
    activeMatchBackground: light ? '#D9D6FA' : '#3B3F7A',
    activeMatchColorOverviewRuler: light ? '#4B43D9' : '#9AA0FF',
  }
}
