// The page's one WebSocket: it connects again by itself, and its channels
// resume where they were. It leaves what the news mean to the store, and what
// the output draws to the emulators.

import { delay } from './backoff'
import { decodeHeard, decodeOutput, encodeInput, type News, type Output, type Said } from './frames'

export type LinkState = 'connecting' | 'open' | 'lost' | 'login'

/** What a channel tells the one that opened it. */
export interface ChannelListener {
  output(o: Output): void
  exit(): void
  refused(message: string, nextStep: string): void
}

/** What a link tells the page. */
export interface LinkListener {
  state(s: LinkState): void
  news(n: News): void
  version(v: number): void
  /** The daemon refused something that is not about one channel. */
  refused(message: string, nextStep: string): void
}

/** The parts of a WebSocket that a link uses, so that a test can stand in. */
export interface Socket {
  binaryType: string
  readyState: number
  send(data: string | ArrayBuffer): void
  close(): void
  onopen: ((e: Event) => void) | null
  onclose: ((e: CloseEvent) => void) | null
  onmessage: ((e: MessageEvent) => void) | null
}

export interface LinkOptions {
  open(): Socket
  window: string
  listener: LinkListener
  /** Says after a failed attempt whether the cookie is the reason. */
  loggedIn(): Promise<boolean | 'unreachable'>
}

const socketOpen = 1

/** Link is the connection; start it once. */
export class Link {
  private readonly options: LinkOptions
  private socket: Socket | null = null
  private readonly channels = new Map<number, Channel>()
  private nextChannel = 1
  private attempt = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private greeted = false
  private focused = false
  private stopped = false

  constructor(options: LinkOptions) {
    this.options = options
  }

  start(): void {
    this.stopped = false
    this.connect()
  }

  stop(): void {
    this.stopped = true
    clearTimeout(this.timer)
    this.socket?.close()
  }

  /** retry connects at once, for a page that became visible or online. */
  retry(): void {
    if (this.stopped || this.greeted || this.socket?.readyState === 0) return
    this.attempt = 0
    this.connect()
  }

  /** attach shows a terminal's output to the listener until the channel is closed. */
  attach(terminal: number, listener: ChannelListener): Channel {
    const channel = new Channel(this, this.nextChannel++, terminal, listener)
    this.channels.set(channel.id, channel)
    if (this.greeted) channel.open()
    return channel
  }

  setFocused(focused: boolean): void {
    this.focused = focused
    this.say({ t: 'focus', focused })
  }

  say(m: Said): boolean {
    return this.greeted && this.sendNow(JSON.stringify(m))
  }

  sendInput(ch: number, bytes: Uint8Array): boolean {
    return this.greeted && this.sendNow(encodeInput(ch, bytes))
  }

  forget(ch: number): void {
    this.channels.delete(ch)
  }

  private sendNow(data: string | ArrayBuffer): boolean {
    if (this.socket?.readyState !== socketOpen) return false
    this.socket.send(data)
    return true
  }

  private connect(): void {
    clearTimeout(this.timer)
    this.drop()
    this.options.listener.state(this.attempt === 0 ? 'connecting' : 'lost')
    const socket = this.options.open()
    socket.binaryType = 'arraybuffer'
    this.socket = socket
    socket.onopen = () => this.sendNow(JSON.stringify({ t: 'hello', window: this.options.window } satisfies Said))
    socket.onmessage = (e) => this.hear(e.data)
    socket.onclose = () => {
      if (this.socket === socket) void this.closed()
    }
  }

  private drop(): void {
    const old = this.socket
    this.socket = null
    this.greeted = false
    if (old) {
      old.onopen = old.onclose = old.onmessage = null
      old.close()
    }
  }

  private async closed(): Promise<void> {
    const wasOpen = this.greeted
    this.drop()
    if (this.stopped) return
    this.options.listener.state('lost')
    if (!wasOpen && (await this.options.loggedIn()) === false) {
      this.options.listener.state('login')
      return
    }
    if (this.stopped) return
    this.timer = setTimeout(() => this.connect(), delay(this.attempt++, Math.random()))
  }

  private hear(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      const output = decodeOutput(data)
      if (output) this.channels.get(output.ch)?.output(output)
      return
    }
    const heard = typeof data === 'string' ? decodeHeard(data) : null
    switch (heard?.t) {
      case 'hello':
        return this.welcome(heard.version)
      case 'event':
        return this.options.listener.news(heard.event)
      case 'exit':
        return this.channels.get(heard.ch)?.listener.exit()
      case 'error':
        return this.refused(heard.ch, heard.error.message, heard.error.next_step ?? '')
    }
  }

  private refused(ch: number | undefined, message: string, nextStep: string): void {
    const channel = ch === undefined ? undefined : this.channels.get(ch)
    ;(channel?.listener ?? this.options.listener).refused(message, nextStep)
  }

  private welcome(version: number): void {
    this.greeted = true
    this.attempt = 0
    this.options.listener.version(version)
    this.options.listener.state('open')
    this.say({ t: 'focus', focused: this.focused })
    for (const channel of this.channels.values()) channel.open()
  }
}

/** Acked at least this often. The daemon stops at four times as much. */
const ackEvery = 16n * 1024n

/** Lines that the page keeps above a terminal's screen; the daemon has the rest. */
export const scrollback = 5000

/** Channel is one terminal's output on a link. */
export class Channel {
  readonly id: number
  readonly terminal: number
  readonly listener: ChannelListener
  private readonly link: Link
  /** The offset after the last output that arrived; null before the first. */
  private heard: bigint | null = null
  private acked = 0n
  private size: { cols: number; rows: number } | null = null

  constructor(link: Link, id: number, terminal: number, listener: ChannelListener) {
    this.link = link
    this.id = id
    this.terminal = terminal
    this.listener = listener
  }

  /** open asks for the output, from where it stopped when there was some. */
  open(): void {
    const from = this.heard === null ? {} : { from: String(this.heard) }
    this.link.say({ t: 'attach', ch: this.id, terminal: this.terminal, lines: scrollback, ...from })
    // A connection that ended took the wish with it.
    if (this.size) this.link.say({ t: 'resize', ch: this.id, ...this.size })
  }

  /** again forgets what arrived and asks for a snapshot. */
  again(): void {
    this.link.say({ t: 'detach', ch: this.id })
    this.heard = null
    this.acked = 0n
    this.open()
  }

  output(o: Output): void {
    this.heard = o.offset
    if (o.snapshot) this.acked = o.offset - BigInt(o.data.length)
    this.listener.output(o)
  }

  /** ack says that all output up to the offset was parsed. */
  ack(offset: bigint, idle: boolean): void {
    if (offset === this.acked || (!idle && offset - this.acked < ackEvery)) return
    if (this.link.say({ t: 'ack', ch: this.id, offset: String(offset) })) this.acked = offset
  }

  input(bytes: Uint8Array): boolean {
    return this.link.sendInput(this.id, bytes)
  }

  resize(cols: number, rows: number): boolean {
    this.size = { cols, rows }
    return this.link.say({ t: 'resize', ch: this.id, cols, rows })
  }

  close(): void {
    this.link.say({ t: 'detach', ch: this.id })
    this.link.forget(this.id)
  }
}
