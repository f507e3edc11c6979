import hljs from 'highlight.js/lib/core'
import go from 'highlight.js/lib/languages/go'
import { describe, expect, test } from 'vitest'
import { matchesIn, rangesByLine, size } from '../files/find'
import { grammarOf } from './grammars'
import { cut, marked, plain, type Token, textOf, toLines } from './tokens'
import { revealed, topFor, windowOf } from './window'

const text = (lines: Token[][]) => lines.map((l) => l.map((t) => t.text).join('')).join('\n')

test('a very long line is cut, and says by how much', () => {
  const tokens: Token[] = [
    { text: 'abc', kind: 'keyword' },
    { text: 'defgh', kind: '' },
  ]
  expect(cut(tokens, 8)).toEqual({ kept: tokens, left: 0 })
  const { kept, left } = cut(tokens, 5)
  expect([textOf(kept), left]).toEqual(['abcde', 3])
  expect(textOf(cut(tokens, 3).kept)).toBe('abc')
})

test('lines that end as on Windows are lines like any other', () => {
  expect(plain('a\r\nb\r\n').map(textOf)).toEqual(['a', 'b', ''])
})

describe('coloured lines', () => {
  hljs.registerLanguage('go', go)
  const source = 'package main\n\n/* a\n b */\nfunc f() string { return "<a & \'b\'>" }\n'

  test('hold the text, whatever it was', () => {
    for (const s of [source, '', '\n', '<span class="hljs-x">&amp;</span>', '&lt;&#x27;"\t\u2028']) {
      expect(text(toLines(hljs.highlight(s, { language: 'go' }).value))).toBe(s)
      expect(text(plain(s))).toBe(s)
    }
  })

  test('know what a token is, on each line that it spans', () => {
    const lines = toLines(hljs.highlight(source, { language: 'go' }).value)
    expect(lines[0]?.[0]).toEqual({ text: 'package', kind: 'keyword' })
    expect(lines[2]).toEqual([{ text: '/* a', kind: 'comment' }])
    expect(lines[3]).toEqual([{ text: ' b */', kind: 'comment' }])
  })

  test('are cut at marks, and lose nothing', () => {
    const tokens = [
      { text: 'func', kind: 'keyword' },
      { text: ' name()', kind: '' },
    ]
    expect(marked(tokens, [[2, 6]])).toEqual([
      { text: 'fu', kind: 'keyword', marked: false },
      { text: 'nc', kind: 'keyword', marked: true },
      { text: ' n', kind: '', marked: true },
      { text: 'ame()', kind: '', marked: false },
    ])
    for (let a = 0; a < 12; a++) {
      for (let b = a; b < 14; b++) {
        const pieces = marked(tokens, [
          [a, b],
          [b + 1, b + 3],
        ])
        expect(pieces.map((p) => p.text).join('')).toBe('func name()')
      }
    }
  })
})

test.each([
  ['/a/b.go', 'go'],
  ['Makefile', 'makefile'],
  ['/x/Dockerfile', 'dockerfile'],
  ['a.test.TSX', 'typescript'],
  ['README', undefined],
  ['.gitignore', undefined],
])('%s is coloured as %s', (path, want) => expect(grammarOf(path)).toBe(want))

test('only rows near the view are drawn', () => {
  expect(windowOf(1000, 20, 0, 400)).toEqual([0, 40])
  expect(windowOf(1000, 20, 10_000, 400)).toEqual([480, 540])
  expect(windowOf(10, 20, 99_999, 400)).toEqual([10, 10])
  expect(windowOf(0, 20, 0, 400)).toEqual([0, 0])
  expect(topFor(0, 20, 300)).toBe(0)
  expect(topFor(100, 20, 300)).toBe(1900)
  expect(revealed(5, 20, 200, 100)).toBe(100)
  expect(revealed(12, 20, 200, 100)).toBe(200)
  expect(revealed(20, 20, 200, 100)).toBe(320)
})

describe('a search in a file', () => {
  test('finds every place, whatever the case', () => {
    const found = matchesIn(['Ab ab', 'x', 'aB'], 'ab')
    expect(found).toEqual([
      { line: 0, start: 0, end: 2 },
      { line: 0, start: 3, end: 5 },
      { line: 2, start: 0, end: 2 },
    ])
    expect(rangesByLine(found).get(0)).toEqual([
      [0, 2],
      [3, 5],
    ])
  })
  test('of nothing finds nothing', () => expect(matchesIn(['a'], '')).toEqual([]))
})

test.each([
  [0, '0 bytes'],
  [1536, '1.5 KiB'],
  [20 * 1024, '20 KiB'],
  [5 * 1024 * 1024, '5.0 MiB'],
])('%i is %s', (n, want) => expect(size(n)).toBe(want))
