// Stands in for the daemon: it serves the built page, answers calls and plays
// terminals, all inside the browser's own routing. Tests of what the page does
// with a daemon's words need no daemon.

import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Page, WebSocketRoute } from 'playwright-core'
import type { PageMessage, TerminalView } from '../src/lib/api.gen'
import type { Act, Scene } from '../src/lib/workspace/model'
import { first, reduce, withPanes } from './workspace'

const dist = join(import.meta.dirname, '../dist')
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

export const origin = 'http://127.0.0.1:4470'

export interface Call {
  name: string
  input: Record<string, unknown>
}

type Said = { t: string; ch?: number; terminal?: number; from?: string; cols?: number; rows?: number; offset?: string }

/** StandIn is the daemon's part of one page. */
export class StandIn {
  terminals: TerminalView[] = []
  messages: PageMessage[] = []
  scene: Scene = first()
  /** A terminal's screen, as the bytes that draw it. */
  screens = new Map<number, string>()
  sizes = new Map<number, { cols: number; rows: number }>()
  loggedIn = true
  /** No new connection is taken while this is set. */
  down = false
  answers: Record<string, (input: Record<string, unknown>) => unknown> = {}
  readonly calls: Call[] = []
  readonly said: Said[] = []
  /** What was typed, by terminal. */
  readonly typed = new Map<number, string>()
  private socket: WebSocketRoute | undefined
  private channels = new Map<number, number>()
  private offsets = new Map<number, bigint>()

  async serve(page: Page): Promise<void> {
    await page.route(`${origin}/**`, async (route) => {
      const url = new URL(route.request().url())
      if (url.pathname.startsWith('/api/call/'))
        return route.fulfill(this.answer(url.pathname.slice(10), route.request().postData() ?? '{}'))
      const path = join(dist, url.pathname === '/' ? 'index.html' : url.pathname)
      if (!existsSync(path)) return route.fulfill({ status: 404 })
      return route.fulfill({ body: readFileSync(path), contentType: types[extname(path)] ?? 'text/plain' })
    })
    await page.routeWebSocket(/\/ws$/, (socket) => this.connect(socket))
  }

  private answer(name: string, body: string) {
    const json = (status: number, v: unknown) => ({ status, contentType: 'application/json', body: JSON.stringify(v) })
    if (!this.loggedIn)
      return json(401, { error: { type: 'AuthError', message: 'not logged in', next_step: 'run jun url' } })
    const input = JSON.parse(body) as Record<string, unknown>
    this.calls.push({ name, input })
    if (name.startsWith('workspace.')) this.change(name.slice(10), input)
    const answer = this.answers[name]
    if (!answer) return json(200, name.endsWith('.list') ? [] : {})
    try {
      return json(200, answer(input))
    } catch (e) {
      return json(409, { error: { type: 'Refused', message: (e as Error).message, next_step: 'try another' } })
    }
  }

  private change(act: string, input: Record<string, unknown>): void {
    const target = input.target as string | undefined
    const a = act === 'show' ? { act: 'open_tab', content: target } : { act, ...input }
    this.scene = reduce(this.scene, a as Act)
    this.tellScene()
  }

  /** open shows a tab, as a program does with a tool. */
  open(content: string): void {
    this.change('open_tab', { content })
  }

  /** split shows the contents in panes beside each other. */
  split(contents: string[]): void {
    this.scene = withPanes(this.scene, contents)
  }

  tellScene(): void {
    this.news({ kind: 'workspace', window: { id: 'w', revision: 1, active: true, scene: this.scene } })
  }

  private connect(socket: WebSocketRoute): void {
    if (!this.loggedIn || this.down) {
      void socket.close({ code: 1008 })
      return
    }
    this.socket = socket
    this.channels.clear()
    socket.onMessage((m) => (typeof m === 'string' ? this.hear(JSON.parse(m) as Said) : this.keys(m)))
  }

  private hear(m: Said): void {
    this.said.push(m)
    switch (m.t) {
      case 'hello':
        this.say({ t: 'hello', version: 1 })
        this.news({ kind: 'terminals', terminals: this.terminals })
        this.tellScene()
        this.news({ kind: 'messages', messages: this.messages })
        return
      case 'attach':
        this.channels.set(m.ch ?? 0, m.terminal ?? 0)
        if (m.from === undefined) this.snapshot(m.terminal ?? 0)
        return
      case 'resize': {
        const id = this.channels.get(m.ch ?? 0) ?? 0
        this.sizes.set(id, { cols: m.cols ?? 80, rows: m.rows ?? 24 })
        this.print(id, '')
        return
      }
      case 'detach':
        this.channels.delete(m.ch ?? 0)
    }
  }

  private keys(m: Buffer): void {
    const id = this.channels.get(m.readUInt32BE(1)) ?? 0
    this.typed.set(id, (this.typed.get(id) ?? '') + m.subarray(5).toString())
  }

  say(m: unknown): void {
    this.socket?.send(JSON.stringify(m))
  }

  news(event: unknown): void {
    this.say({ t: 'event', event })
  }

  snapshot(id: number): void {
    this.frame(id, 2, this.screens.get(id) ?? '')
  }

  /** print is output of a running program. */
  print(id: number, text: string): void {
    this.offsets.set(id, (this.offsets.get(id) ?? 0n) + BigInt(Buffer.byteLength(text)))
    this.frame(id, 1, text)
  }

  /** cut breaks the connection, as a restart of the daemon does. */
  cut(): void {
    void this.socket?.close()
  }

  private frame(id: number, kind: number, text: string): void {
    const data = Buffer.from(text)
    const size = this.sizes.get(id) ?? { cols: 80, rows: 24 }
    for (const [ch, terminal] of this.channels) {
      if (terminal !== id) continue
      const head = Buffer.alloc(17)
      head.writeUInt8(kind, 0)
      head.writeUInt32BE(ch, 1)
      head.writeBigUInt64BE(this.offsets.get(id) ?? 0n, 5)
      head.writeUInt16BE(size.cols, 13)
      head.writeUInt16BE(size.rows, 15)
      this.socket?.send(Buffer.concat([head, data]))
    }
  }
}
