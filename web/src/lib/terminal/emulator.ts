// One live terminal: an xterm.js fed from a channel of the link. The daemon's
// emulator is the truth; this one draws what it is sent, at the size that it is
// told, and sends back what the person types and nothing else.

import { Terminal } from '@xterm/xterm'
import type { Output } from '../link/frames'
import type { Channel, Link } from '../link/link'
import { focusIn, focusOut, swallowAnswers } from './answers'
import { colours } from './colours'
import { type Box, fontToShow, type Size, same, sizeFor } from './fit'
import { cleanPaste, hasLines, pasteBytes } from './paste'
import { Pump } from './pump'
import { widthProvider } from './widths.gen'

/** What an emulator tells its pane. */
export interface EmulatorListener {
  /** The terminal is not this page's size. */
  foreign(size: Size | null): void
  scrolledUp(up: boolean): void
  ended(): void
  refused(message: string, nextStep: string): void
  /** A paste of several lines that the program would run one by one. */
  confirmPaste(text: string): Promise<boolean>
}

export interface Look {
  font: number
  light: boolean
  screenReader: boolean
}

/** Lines that the page keeps above the screen; the daemon has the rest. */
const scrollback = 5000

export class Emulator {
  private readonly listener: EmulatorListener
  private readonly term: Terminal
  private readonly pump: Pump
  private readonly channel: Channel
  private readonly host: HTMLElement
  private readonly abort = new AbortController()
  private look: Look
  /** The terminal's size, as the daemon says. */
  private size: Size | null = null
  /** This page decides the size: the person typed here last. */
  private owner = false
  private font: number

  constructor(link: Link, terminal: number, host: HTMLElement, look: Look, listener: EmulatorListener) {
    this.listener = listener
    this.host = host
    this.look = look
    this.font = look.font
    this.term = makeTerminal(look)
    swallowAnswers(this.term.parser)
    this.term.unicode.register(widthProvider)
    this.term.unicode.activeVersion = widthProvider.version
    this.term.open(host)
    this.pump = new Pump({ write: (data, parsed) => this.term.write(data, parsed) }, () => this.startAnew())
    this.term.onData((data) => this.typed(data))
    this.term.onBinary((data) => this.send(Uint8Array.from(data, (c) => c.charCodeAt(0))))
    this.term.onScroll(() => this.tellScroll())
    this.term.element?.addEventListener('scroll', () => this.tellScroll(), { capture: true, signal: this.abort.signal })
    this.listen()
    this.channel = link.attach(terminal, {
      output: (o) => this.output(o),
      exit: () => listener.ended(),
      refused: (message, nextStep) => listener.refused(message, nextStep),
    })
  }

  focus(): void {
    this.term.focus()
  }

  scrollToBottom(): void {
    this.term.scrollToBottom()
    this.tellScroll()
  }

  setLook(look: Look): void {
    this.look = look
    this.term.options.theme = colours(getComputedStyle(document.documentElement), look.light)
    this.term.options.screenReaderMode = look.screenReader
    this.layout()
  }

  /** claim makes this page the one whose size the terminal takes. */
  claim(): void {
    this.owner = true
    this.layout()
  }

  /** layout fits the terminal into its box, or its letters into the terminal's size. */
  layout(): void {
    const box = innerBox(this.host)
    const cell = this.term.dimensions?.css.cell
    if (!cell || box.width === 0 || document.visibilityState === 'hidden') return
    const wished = sizeFor(box, scaled(cell, this.look.font / this.font))
    if (this.owner && wished) {
      this.setFont(this.look.font)
      if (!this.size || !same(wished, this.size)) this.channel.resize(wished.cols, wished.rows)
      this.listener.foreign(null)
      return
    }
    if (!this.size) return
    this.setFont(fontToShow(this.size, box, cell, this.font, this.look.font))
    this.listener.foreign(wished && !same(wished, this.size) ? this.size : null)
  }

  dispose(): void {
    this.abort.abort()
    this.channel.close()
    this.pump.clear()
    this.term.dispose()
  }

  private setFont(font: number): void {
    if (font === this.font) return
    this.font = font
    this.term.options.fontSize = font
  }

  private output(o: Output): void {
    if (o.snapshot) this.pump.barrier(() => this.term.reset())
    const size = { cols: o.cols, rows: o.rows }
    if (o.cols > 0 && (!this.size || !same(size, this.size))) {
      const first = this.size === null
      this.size = size
      this.pump.barrier(() => this.resized(size, first))
    }
    this.pump.write(o.data, () => this.channel.ack(o.offset, this.pump.idle))
  }

  private resized(size: Size, first: boolean): void {
    this.term.resize(size.cols, size.rows)
    // A first layout may make this page the owner; a later one only draws.
    if (first || !this.owner) this.layout()
  }

  /** startAnew gives up an emulator that failed: it draws a fresh snapshot. */
  private startAnew(): void {
    this.term.reset()
    this.channel.again()
  }

  private typed(data: string): void {
    if (data === focusIn || data === focusOut) return
    this.send(new TextEncoder().encode(data))
  }

  private send(bytes: Uint8Array): void {
    if (!this.owner) this.claim()
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

  private tellScroll(): void {
    const { viewportY, baseY } = this.term.buffer.active
    this.listener.scrolledUp(viewportY < baseY)
  }
}

function makeTerminal(look: Look): Terminal {
  return new Terminal({
    allowProposedApi: true,
    cols: 80,
    rows: 24,
    scrollback,
    cursorBlink: false,
    cursorInactiveStyle: 'outline',
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
    fontSize: look.font,
    fontWeight: 400,
    fontWeightBold: 600,
    lineHeight: 1,
    macOptionIsMeta: true,
    minimumContrastRatio: 4.5,
    rescaleOverlappingGlyphs: true,
    screenReaderMode: look.screenReader,
    scrollOnUserInput: true,
    theme: colours(getComputedStyle(document.documentElement), look.light),
    vtExtensions: { kittyKeyboard: true, colorSchemeQuery: false },
  })
}

function innerBox(host: HTMLElement): Box {
  const style = getComputedStyle(host)
  const across = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight) + scrollbarWidth
  const down = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom)
  return { width: Math.max(0, host.clientWidth - across), height: Math.max(0, host.clientHeight - down) }
}

/** The emulator's scrollbar lies over its last cells unless these are kept free. */
const scrollbarWidth = 10

function scaled(cell: Box, by: number): Box {
  return { width: cell.width * by, height: cell.height * by }
}
