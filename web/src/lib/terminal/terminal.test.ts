import { describe, expect, test, vi } from 'vitest'
import { asks } from './answers'
import { fontToShow, leastFont, sizeFor } from './fit'
import { isSafe } from './links'
import { byNews, byProject, place, title } from './list'
import { cleanPaste, hasLines, pasteBytes } from './paste'
import { absolute, placesIn } from './paths'
import { find, type Lines, placeOf } from './places'
import { Pump } from './pump'

const text = (b: Uint8Array) => new TextDecoder().decode(b)

describe('a paste', () => {
  test.each([
    ['plain', 'plain'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['tab\tstays', 'tab\tstays'],
    ['\x1b[201~rm -rf /\n', '[201~rm -rf /\n'],
    ['\x00\x03\x7f\x9b31m', '31m'],
    ['😀 ü 漢', '😀 ü 漢'],
  ])('%j is cleaned to %j', (raw, want) => expect(cleanPaste(raw)).toBe(want))

  test('is framed only for a program that asked for it', () => {
    expect(text(pasteBytes('a\nb', true))).toBe('\x1b[200~a\nb\x1b[201~')
    expect(text(pasteBytes('a\nb', false))).toBe('a\rb')
    expect(hasLines('a\nb')).toBe(true)
    expect(hasLines('ab')).toBe(false)
  })

  test('cannot end its own frame, whatever it holds', () => {
    const alphabet = ['\x1b', '[', '2', '0', '1', '~', '\r', '\n', '\x9b', 'x']
    for (let n = 0; n < 2000; n++) {
      const raw = Array.from({ length: 12 }, (_, i) => alphabet[(n * 7 + i * i * (n % 13)) % alphabet.length]).join('')
      const framed = text(pasteBytes(cleanPaste(raw), true))
      expect(framed.lastIndexOf('\x1b')).toBe(framed.length - 6)
      expect(framed.indexOf('\x1b', 1)).toBe(framed.length - 6)
    }
  })
})

describe('a size', () => {
  const cell = { width: 8, height: 16 }
  test('is what fills the box', () => {
    expect(sizeFor({ width: 805, height: 479 }, cell)).toEqual({ cols: 100, rows: 29 })
  })
  test('is none for a pane that is hidden or being opened', () => {
    expect(sizeFor({ width: 0, height: 0 }, cell)).toBeNull()
    expect(sizeFor({ width: 100, height: 16 }, cell)).toBeNull()
    expect(sizeFor({ width: 800, height: 400 }, { width: 0, height: 0 })).toBeNull()
  })
  test('that this page wished is shown in the wished letters', () => {
    for (let width = 200; width < 2000; width += 13) {
      const box = { width, height: width * 0.6 }
      const size = sizeFor(box, { width: 7.3, height: 17 })
      if (size) expect(fontToShow(size, box, { width: 7.3, height: 17 }, 12.5)).toBe(12.5)
    }
  })
  test('of another page is shown in smaller letters, never in larger ones', () => {
    const box = { width: 400, height: 400 }
    expect(fontToShow({ cols: 100, rows: 20 }, box, cell, 12)).toBe(leastFont)
    expect(fontToShow({ cols: 60, rows: 20 }, box, cell, 12)).toBe(10)
    expect(fontToShow({ cols: 20, rows: 5 }, box, cell, 12)).toBe(12)
  })
})

describe('the pump', () => {
  const setUp = () => {
    const done: (() => void)[] = []
    const log: string[] = []
    const failed = vi.fn()
    const pump = new Pump(
      {
        write: (data, parsed) => {
          if (text(data) === 'throw') throw new Error('broken')
          log.push(text(data))
          done.push(parsed)
        },
      },
      failed,
    )
    const write = (s: string) => pump.write(new TextEncoder().encode(s), () => log.push(`${s} parsed`))
    return { pump, done, log, failed, write }
  }

  test('holds a barrier back until all before it is parsed, and all after it until then', async () => {
    const { pump, done, log, write } = setUp()
    write('a')
    write('b')
    pump.barrier(() => log.push('reset'))
    write('c')
    expect(log).toEqual(['a', 'b'])
    done[0]?.()
    await Promise.resolve()
    expect(log).toEqual(['a', 'b', 'a parsed'])
    done[1]?.()
    await Promise.resolve()
    expect(log).toEqual(['a', 'b', 'a parsed', 'b parsed', 'reset', 'c'])
    expect(pump.idle).toBe(false)
    done[2]?.()
    expect(pump.idle).toBe(true)
  })

  test('tells of a write that throws, and starts anew', async () => {
    const { pump, done, log, failed, write } = setUp()
    write('a')
    write('throw')
    expect(failed).toHaveBeenCalledOnce()
    done[0]?.()
    expect(log).toEqual(['a'])
    pump.barrier(() => log.push('reset'))
    expect(log).toEqual(['a', 'reset'])
  })
})

describe('the list of terminals', () => {
  const t = (id: number, part = {}) => ({
    id,
    project: 'web',
    dir: '/src/web',
    title: '',
    loop: false,
    running: true,
    cols: 80,
    rows: 24,
    pid: id,
    ...part,
  })

  test('takes whole new values', () => {
    const list = byNews([t(1), t(3)], { kind: 'terminal', terminal: t(2, { title: 'new' }) })
    expect(list.map((x) => x.id)).toEqual([1, 2, 3])
    expect(byNews(list, { kind: 'terminal', terminal: t(2, { title: 'newer' }) })[1]?.title).toBe('newer')
    expect(byNews(list, { kind: 'terminals', terminals: [t(9), t(4)] }).map((x) => x.id)).toEqual([4, 9])
  })

  test('is grouped by project, Global last', () => {
    const groups = byProject([t(1, { project: 'Global' }), t(2, { project: 'zoo' }), t(3), t(4, { project: 'zoo' })])
    expect(groups.map((g) => [g.name, g.terminals.length])).toEqual([
      ['web', 1],
      ['zoo', 2],
      ['Global', 1],
    ])
  })

  test('names a terminal by its title, else its folder', () => {
    expect(title(t(1, { title: 'Fix it' }))).toBe('Fix it')
    expect(title(t(1))).toBe('web')
    expect(title(t(1, { dir: '/' }))).toBe('Terminal 1')
    expect(place(t(1)).folder).toBe('')
    expect(place(t(1, { dir: '/src/other' })).folder).toBe('other')
  })
})

test('a colour sequence asks only with a question mark', () => {
  expect(asks('?')).toBe(true)
  expect(asks('1;?')).toBe(true)
  expect(asks('1;rgb:ff/00/00')).toBe(false)
})

describe('a place in a file', () => {
  test.each([
    ['at src/app/main.ts:42:7 in', [['src/app/main.ts', 42]]],
    ['main.go:9: undefined', [['main.go', 9]]],
    [
      './x/y.go ../z.rs:3 /etc/hosts.conf:1',
      [
        ['./x/y.go', 0],
        ['../z.rs', 3],
        ['/etc/hosts.conf', 1],
      ],
    ],
    ['e.g. this one, v1.2.3 and file.go', []],
    ['https://example.com/a.html:3', []],
  ])('in %j', (text, want) => expect(placesIn(text).map((p) => [p.path, p.line])).toEqual(want))

  test('is found where it stands', () => {
    const text = '  see a/b.go:12!'
    const [p] = placesIn(text)
    expect(p && text.slice(p.start, p.end)).toBe('a/b.go:12')
  })

  test.each([
    ['a/b.go', '/src/web', '/src/web/a/b.go'],
    ['../b.go', '/src/web', '/src/b.go'],
    ['./b.go', '/src/web', '/src/web/b.go'],
    ['/b.go', '/src/web', '/b.go'],
  ])('%s in %s is %s', (path, dir, want) => expect(absolute(path, dir)).toBe(want))
})

test.each([
  ['https://example.com', true],
  ['http://127.0.0.1:3000/x', true],
  ['javascript:alert(1)', false],
  ['file:///etc/passwd', false],
  ['nonsense', false],
])('the link %s may be opened: %s', (uri, want) => expect(isSafe(uri)).toBe(want))

describe('a place in the scrollback', () => {
  const lines = (texts: string[], rows: number, viewportY: number): Lines => ({
    baseY: texts.length - rows,
    viewportY,
    text: (y) => texts[y] ?? '',
  })
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `line ${from + i}`)

  test('is none at the bottom', () => expect(placeOf(lines(numbers(0, 100), 20, 80))).toBe(null))

  test.each([
    ['nothing was printed', numbers(0, 100), 30],
    ['more was printed', numbers(0, 150), 30],
    ['the oldest lines are gone', numbers(10, 150), 20],
    ['it is gone itself', numbers(40, 150), null],
  ] as const)('is found again when %s', (_, now, at) => {
    const place = placeOf(lines(numbers(0, 100), 20, 30))
    expect(place && find(place, lines([...now], 20, 0))).toBe(at)
  })
})
