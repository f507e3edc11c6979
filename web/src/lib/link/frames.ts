// The WebSocket's messages: what the page says and what it hears, and the
// layout of the binary frames.

import type { CanvasEvent, Notice, PageMessage, SeatsEvent, TerminalView } from '../api.gen'
import type { Scene } from '../workspace/model'

/** What the page says as text. Offsets are decimal strings: they may pass 2^53. */
export type Said =
  | { t: 'hello'; window: string }
  | { t: 'attach'; ch: number; terminal: number; lines: number; from?: string }
  | { t: 'detach'; ch: number }
  | { t: 'resize'; ch: number; cols: number; rows: number }
  | { t: 'ack'; ch: number; offset: string }
  | { t: 'focus'; focused: boolean }

/** News that are not about one channel. Each is a whole new value. */
export type News =
  | { kind: 'terminals'; terminals: TerminalView[] }
  | { kind: 'terminal'; terminal: TerminalView }
  | { kind: 'messages'; messages: PageMessage[] }
  | { kind: 'notice'; notice: Notice }
  | CanvasEvent
  | SeatsEvent
  | { kind: 'workspace'; window: { id: string; revision: number; active: boolean; scene: Scene } }

/** What the page hears as text. */
export type Heard =
  | { t: 'hello'; version: number }
  | { t: 'event'; event: News }
  | { t: 'exit'; ch: number; terminal: number }
  | { t: 'error'; ch?: number; error: { type: string; message: string; next_step?: string } }

/** Output is a binary frame: a piece of a terminal's output, or a snapshot of it. */
export interface Output {
  snapshot: boolean
  ch: number
  /** The offset in the terminal's output after the data. */
  offset: bigint
  /** The terminal's size when the data was made. */
  cols: number
  rows: number
  data: Uint8Array
}

const inputKind = 1
const outputKind = 1
const snapshotKind = 2
const outputHeader = 17 // kind 1, channel 4, offset 8, cols 2, rows 2
const inputHeader = 5 // kind 1, channel 4

/** decodeOutput reads a binary frame; null for one of a kind that it does not know. */
export function decodeOutput(buffer: ArrayBuffer): Output | null {
  if (buffer.byteLength < outputHeader) return null
  const view = new DataView(buffer)
  const kind = view.getUint8(0)
  if (kind !== outputKind && kind !== snapshotKind) return null
  return {
    snapshot: kind === snapshotKind,
    ch: view.getUint32(1),
    offset: view.getBigUint64(5),
    cols: view.getUint16(13),
    rows: view.getUint16(15),
    data: new Uint8Array(buffer, outputHeader),
  }
}

/** encodeInput makes the frame of bytes that the person typed. */
export function encodeInput(ch: number, bytes: Uint8Array): ArrayBuffer {
  const buffer = new ArrayBuffer(inputHeader + bytes.length)
  const view = new DataView(buffer)
  view.setUint8(0, inputKind)
  view.setUint32(1, ch)
  new Uint8Array(buffer, inputHeader).set(bytes)
  return buffer
}

/** decodeHeard reads a text frame; null for one that it does not understand. */
export function decodeHeard(text: string): Heard | null {
  try {
    const value = JSON.parse(text) as { t?: unknown } | null
    switch (value?.t) {
      case 'hello':
      case 'event':
      case 'exit':
      case 'error':
        return value as Heard
    }
  } catch {
    // Not JSON: as good as unknown.
  }
  return null
}
