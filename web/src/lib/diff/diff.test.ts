import { describe, expect, test } from 'vitest'
import type { Diff, DiffFile } from '../api.gen'
import { type Draft, place, reduce, toSend } from './comments'
import { noLines, remark } from './notes'
import { endsOf, parsePatch } from './patch'
import { parse } from './review'
import { type Row, split, unified } from './rows'
import { entries, filesInOrder, neighbour } from './tree'
import { changedWords } from './words'

const patch = `diff --git a/x.go b/x.go
index 1..2 100644
--- a/x.go
+++ b/x.go
@@ -1,4 +1,5 @@ func main() {
 one
-two old
+two new
+three
 four
-last
\\ No newline at end of file
+last
@@ -40,2 +41,2 @@
 forty
- empty next
+ empty now
`

describe('a patch', () => {
  const hunks = parsePatch(patch)

  test('is read with the numbers of its lines', () => {
    expect(hunks.map((h) => [h.oldStart, h.newStart, h.where])).toEqual([
      [1, 1, 'func main() {'],
      [40, 41, ''],
    ])
    expect(hunks[0]?.lines.map((l) => [l.kind, l.old, l.new, l.text])).toEqual([
      ['context', 1, 1, 'one'],
      ['delete', 2, 0, 'two old'],
      ['add', 0, 2, 'two new'],
      ['add', 0, 3, 'three'],
      ['context', 3, 4, 'four'],
      ['delete', 4, 0, 'last'],
      ['add', 0, 5, 'last'],
    ])
    expect(hunks[0]?.lines[5]?.noEnd).toBe(true)
  })

  test('of anything is read without a fault', () => {
    const linked = `@@ -1 +0,0 @@\n-text\ndiff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+real\n\\ No newline`
    expect(parsePatch(linked).flatMap((h) => h.lines.map((l) => l.text))).toEqual(['text', 'real'])
    for (const p of ['', '\n', 'Binary files differ\n', '@@ -1 +1 @@\n-a\n+b', '@@ nonsense', '+x']) {
      expect(() => unified(parsePatch(p))).not.toThrow()
    }
    expect(parsePatch('@@ -1 +1 @@\n-a\n+b')[0]?.lines).toHaveLength(2)
  })

  test('shows each line once, unified or split', () => {
    const lines = (rows: Row[]) =>
      rows
        .flatMap((r) => ('hunk' in r ? [] : r.left === r.right ? [r.left] : [r.left, r.right]))
        .filter((s) => s !== null)
    const all = hunks.flatMap((h) => h.lines).length
    expect(lines(unified(hunks))).toHaveLength(all)
    expect(lines(split(hunks))).toHaveLength(all)
    expect(split(hunks)[2]).toMatchObject({ left: { line: { text: 'two old' } }, right: { line: { text: 'two new' } } })
    expect(split(hunks)[3]).toMatchObject({ left: null, right: { line: { text: 'three' } } })
  })
})

test('how lines end is shown where a patch changes it', () => {
  const ends = (body: string, counts = '-1 +1') => endsOf(parsePatch(`@@ ${counts} @@\n${body}`))
  expect(ends('-a\r\n+a\n')).toEqual({ cr: true, last: false })
  expect(ends('-a\r\n+b\r\n')).toEqual({ cr: false, last: false })
  expect(ends('-a\n+a\n\\ No newline at end of file\n')).toEqual({ cr: false, last: true })
  expect(ends('-a\n\\ No newline\n+b\n\\ No newline\n')).toEqual({ cr: false, last: false })
  expect(parsePatch('@@ -1 +1 @@\n-a\r\n+b\n')[0]?.lines[0]).toMatchObject({ text: 'a', cr: true })
})

test('what the lines do not say is said', () => {
  const file = (part: Partial<DiffFile>): DiffFile => ({ path: 'x', status: 'modified', added: 0, deleted: 0, ...part })
  expect(noLines(file({ status: 'renamed', from: 'y' }))).toContain('renamed')
  expect(noLines(file({ mode: '100644 100755' }))).toContain('mode')
  const moved = (now: string) => ({
    path: 'lib',
    whole: false,
    patch: `@@ -1 +1 @@\n-Subproject commit aaaaaaaaaa\n+Subproject commit ${now}\n`,
  })
  expect(remark(file({ submodule: true }), moved('bbbbbbbbbb'))).toBe('The submodule moved from aaaaaaaa to bbbbbbbb.')
  expect(remark(file({ submodule: true }), moved('aaaaaaaaaa-dirty'))).toMatch(/^It has changes of its own/)
})

test('what was kept of a review is read with care', () => {
  expect(parse(null).look.whitespace).toBe(true)
  expect(parse('{"look":{"base":"main"}}').look).toEqual({ base: 'main', whitespace: true, split: false })
  for (const bad of ['nonsense', 'null', '{"drafts":3}', '[]']) expect(parse(bad).drafts).toEqual([])
})

describe('the words that changed', () => {
  test.each([
    ['let a = one', 'let a = two', [[8, 11]], [[8, 11]]],
    ['f(x)', 'f(x, y)', [], [[3, 6]]],
    ['same', 'same', [], []],
    ['all of this', 'nothing shared', [], []],
    ['', 'new', [], []],
  ])('from %j to %j', (before, after, old, now) => expect(changedWords(before, after)).toEqual({ old, new: now }))

  test('leave what is the same', () => {
    const lines = ['if (!ok) toast(err)', 'if (!ok) { toast(error) }', 'return form.errors', 'return form.error']
    for (const a of lines) {
      for (const b of lines) {
        const { old, new: now } = changedWords(a, b)
        const without = (s: string, ranges: readonly (readonly [number, number])[]) =>
          [...s].filter((_, i) => !ranges.some(([from, to]) => i >= from && i < to)).join('')
        if (old.length + now.length > 0)
          expect(without(a, old).replace(/\s/g, '')).toBe(without(b, now).replace(/\s/g, ''))
      }
    }
  })

  test('of very long lines are not looked for', () => {
    expect(changedWords('a '.repeat(1000), 'b '.repeat(1000))).toEqual({ old: [], new: [] })
  })
})

test('files are listed under their folders, folders first, lonely folders in one row', () => {
  const file = (path: string): DiffFile => ({ path, status: 'modified', added: 1, deleted: 0 })
  const list = entries(
    ['go.mod', 'internal/vt/a.go', 'internal/vt/b.go', 'cmd/jun/deep/main.go', 'internal/x.go'].map(file),
  )
  expect(list.map((e) => `${' '.repeat(e.depth)}${'folder' in e ? `${e.folder}/` : e.name}`)).toEqual([
    'cmd/jun/deep/',
    ' main.go',
    'internal/',
    ' vt/',
    '  a.go',
    '  b.go',
    ' x.go',
    'go.mod',
  ])
})

test('the files of both layers are gone through as they are listed', () => {
  const file = (path: string): DiffFile => ({ path, status: 'modified', added: 1, deleted: 0 })
  const layer = (...paths: string[]) => ({ files: paths.map(file), total: paths.length, added: 0, deleted: 0 })
  const diff: Diff = { worktree: '/w', committed: layer('a.go'), uncommitted: layer('z.go', 'b/c.go'), revision: '1' }
  const files = filesInOrder(diff)
  expect(files.map((c) => `${c.layer} ${c.file.path}`)).toEqual([
    'uncommitted b/c.go',
    'uncommitted z.go',
    'committed a.go',
  ])
  const [first, , last] = files
  expect(neighbour(files, first ?? null, 1)?.file.path).toBe('z.go')
  expect(neighbour(files, last ?? null, 1)).toBe(last)
  expect(neighbour(files, null, 1)).toBe(first)
  expect(neighbour([], null, 1)).toBeUndefined()
})

test('comments are collected, changed and taken back', () => {
  let drafts: readonly Draft[] = []
  drafts = reduce(drafts, { act: 'add', comment: { path: 'a.go', line: 3, quote: 'x', text: ' Why? ' } })
  drafts = reduce(drafts, { act: 'add', comment: { path: 'b.go', text: '  ' } })
  expect(toSend(drafts)).toEqual([{ path: 'a.go', line: 3, quote: 'x', text: 'Why?' }])
  drafts = reduce(drafts, { act: 'edit', id: 1, text: 'How?' })
  expect(drafts[0]?.text).toBe('How?')
  expect(reduce(drafts, { act: 'edit', id: 1, text: '' })).toEqual([])
  expect(reduce(drafts, { act: 'clear' })).toEqual([])
  expect(place({ path: 'a.go', line: 3, old: true })).toBe('a.go:3 (old)')
  expect(place({ path: 'a.go' })).toBe('a.go')
})
