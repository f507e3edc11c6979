import { beforeEach, describe, expect, test, vi } from 'vitest'
import { delay } from './backoff'
import { decodeHeard, decodeOutput, encodeInput, type Output } from './frames'
import { Link, type LinkState, type Socket } from './link'

class FakeSocket implements Socket {
  binaryType = ''
  readyState = 0
  onopen: ((e: Event) => void) | null = null
  onclose: ((e: CloseEvent) => void) | null = null
  onmessage: ((e: MessageEvent) => void) | null = null
  readonly sent: (string | ArrayBuffer)[] = []

  send(data: string | ArrayBuffer) {
    this.sent.push(data)
  }
  close() {
    this.readyState = 3
  }
  open() {
    this.readyState = 1
    this.onopen?.({} as Event)
  }
  lose() {
    this.readyState = 3
    this.onclose?.({} as CloseEvent)
  }
  hear(data: unknown) {
    this.onmessage?.({ data: data instanceof ArrayBuffer ? data : JSON.stringify(data) } as MessageEvent)
  }
  texts() {
    return this.sent.filter((s) => typeof s === 'string').map((s) => JSON.parse(s) as Record<string, unknown>)
  }
}

function frame(ch: number, offset: bigint, text: string, snapshot = false): ArrayBuffer {
  const data = new TextEncoder().encode(text)
  const buffer = new ArrayBuffer(17 + data.length)
  const view = new DataView(buffer)
  view.setUint8(0, snapshot ? 2 : 1)
  view.setUint32(1, ch)
  view.setBigUint64(5, offset)
  view.setUint16(13, 80)
  view.setUint16(15, 24)
  new Uint8Array(buffer, 17).set(data)
  return buffer
}

describe('a link', () => {
  let sockets: FakeSocket[]
  let states: LinkState[]
  let loggedIn: boolean
  let link: Link
  const listener = () => ({ output: vi.fn(), exit: vi.fn(), refused: vi.fn() })
  const last = () => sockets.at(-1) as FakeSocket

  beforeEach(() => {
    vi.useFakeTimers()
    sockets = []
    states = []
    loggedIn = true
    link = new Link({
      open: () => {
        const s = new FakeSocket()
        sockets.push(s)
        return s
      },
      window: 'w',
      loggedIn: async () => loggedIn,
      listener: { state: (s) => states.push(s), news: vi.fn(), version: vi.fn(), refused: vi.fn() },
    })
    link.start()
    return () => {
      link.stop()
      vi.useRealTimers()
    }
  })

  const greet = () => {
    last().open()
    last().hear({ t: 'hello', version: 1 })
  }

  test('says who it is before anything else', () => {
    link.attach(3, listener())
    last().open()
    expect(last().texts()).toEqual([{ t: 'hello', window: 'w' }])
    last().hear({ t: 'hello', version: 1 })
    expect(last().texts().slice(1)).toEqual([
      { t: 'focus', focused: false },
      { t: 'attach', ch: 1, terminal: 3, lines: 5000 },
    ])
    expect(states).toEqual(['connecting', 'open'])
  })

  test('resumes its channels where they were', async () => {
    greet()
    const heard = listener()
    link.attach(3, heard)
    last().hear(frame(1, 500n, 'abc', true))
    last().hear(frame(1, 503n, 'def'))
    last().lose()
    await vi.advanceTimersByTimeAsync(1000)
    expect(sockets).toHaveLength(2)
    greet()
    expect(last().texts().at(-1)).toEqual({ t: 'attach', ch: 1, terminal: 3, lines: 5000, from: '503' })
    expect(heard.output.mock.calls.map(([o]) => new TextDecoder().decode((o as Output).data))).toEqual(['abc', 'def'])
  })

  test('wishes its size again on a new connection', async () => {
    greet()
    link.attach(3, listener()).resize(90, 30)
    last().lose()
    await vi.advanceTimersByTimeAsync(1000)
    greet()
    expect(last().texts().at(-1)).toEqual({ t: 'resize', ch: 1, cols: 90, rows: 30 })
  })

  test('asks for a snapshot when the emulator failed', () => {
    greet()
    const channel = link.attach(3, listener())
    last().hear(frame(1, 500n, 'abc', true))
    channel.again()
    expect(last().texts().slice(-2)).toEqual([
      { t: 'detach', ch: 1 },
      { t: 'attach', ch: 1, terminal: 3, lines: 5000 },
    ])
  })

  test('acks what was parsed, not each piece', () => {
    greet()
    const channel = link.attach(3, listener())
    last().hear(frame(1, 100n, 'abc', true))
    const before = last().texts().length
    channel.ack(1000n, false)
    expect(last().texts()).toHaveLength(before)
    channel.ack(20_000n, false)
    channel.ack(20_001n, true)
    channel.ack(20_001n, true)
    expect(last().texts().slice(before)).toEqual([
      { t: 'ack', ch: 1, offset: '20000' },
      { t: 'ack', ch: 1, offset: '20001' },
    ])
  })

  test('waits longer after each failure, and stops where a login is needed', async () => {
    last().lose()
    await vi.advanceTimersByTimeAsync(400)
    expect(sockets).toHaveLength(2)
    last().lose()
    await vi.advanceTimersByTimeAsync(300)
    expect(sockets).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(400)
    expect(sockets).toHaveLength(3)
    loggedIn = false
    last().lose()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sockets).toHaveLength(3)
    expect(states.at(-1)).toBe('login')
  })

  test('refuses to send while it is not greeted', () => {
    const channel = link.attach(3, listener())
    expect(channel.input(new Uint8Array([97]))).toBe(false)
    greet()
    expect(channel.input(new Uint8Array([97]))).toBe(true)
    expect(new Uint8Array(last().sent.at(-1) as ArrayBuffer)).toEqual(new Uint8Array([1, 0, 0, 0, 1, 97]))
  })

  test('hands a refusal to the channel that it is about', () => {
    greet()
    const heard = listener()
    link.attach(3, heard)
    last().hear({ t: 'error', ch: 1, error: { type: 'Refused', message: 'no', next_step: 'go' } })
    expect(heard.refused).toHaveBeenCalledWith('no', 'go')
  })
})

describe('frames', () => {
  test('output survives its encoding', () => {
    const o = decodeOutput(frame(7, 2n ** 60n, 'ü', true))
    expect(o).toMatchObject({ snapshot: true, ch: 7, offset: 2n ** 60n, cols: 80, rows: 24 })
    expect(new TextDecoder().decode(o?.data)).toBe('ü')
  })

  test.each([
    new ArrayBuffer(0),
    new ArrayBuffer(16),
    frame(1, 1n, 'x').slice(0, 3),
    encodeInput(1, new Uint8Array(30)).slice(0, 10),
  ])('a broken frame is nothing', (b) => expect(decodeOutput(b)).toBeNull())

  test.each(['', 'null', '1', '[]', '{}', '{"t":"unknown"}', '{'])('a text that is no message is nothing: %s', (t) =>
    expect(decodeHeard(t)).toBeNull(),
  )
})

test('the delay doubles up to its end, and windows differ', () => {
  expect(delay(0, 0.5)).toBe(250)
  expect(delay(3, 0.5)).toBe(2000)
  expect(delay(1000, 0.5)).toBe(8000)
  expect(delay(3, 0)).toBeLessThan(delay(3, 1))
})
