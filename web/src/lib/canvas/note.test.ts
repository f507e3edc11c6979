import { expect, test } from 'vitest'
import { blocks, spans } from './note'

test('a note is read as headings, lists, boxes, code and text', () => {
  const kinds = blocks('# Done\n- [x] one\n- [ ] two\n* three\n\nplain\n```\n- no list\n```').map((b) =>
    b.kind === 'item' ? `item ${b.done}` : b.kind,
  )
  expect(kinds).toEqual(['heading', 'item true', 'item false', 'item undefined', 'text', 'code'])
})

test('marks part a line, and what is no mark stays text', () => {
  expect(spans('a **b** `c*d*` *e* 2 * 3')).toEqual([
    { text: 'a ' },
    { text: 'b', style: 'strong' },
    { text: ' ' },
    { text: 'c*d*', style: 'code' },
    { text: ' ' },
    { text: 'e', style: 'em' },
    { text: ' 2 * 3' },
  ])
  expect(spans('<script>alert(1)</script>')).toEqual([{ text: '<script>alert(1)</script>' }])
})
