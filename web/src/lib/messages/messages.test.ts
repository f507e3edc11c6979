import { expect, test } from 'vitest'
import type { PageMessage } from '../api.gen'
import { kindOf, latest, matching, unread } from './messages'

const list: PageMessage[] = [
  {
    id: 3,
    time: 'a',
    kind: 'ask',
    title: 'Open a PR?',
    project: 'web',
    unread: true,
    replies: [{ time: 'b', text: 'Yes, do.' }],
  },
  { id: 2, time: 'a', kind: 'done', text: 'Tests pass', unread: false },
  { id: 1, time: 'a', kind: 'odd', text: 'Hello', unread: true },
]

test('counts what the person has not seen', () => expect(unread(list)).toBe(2))

test('finds by kind, by words anywhere, and by id', () => {
  const ids = (kind: 'all' | 'ask' | 'info', words: string) => matching(list, kind, words).map((m) => m.id)
  expect(ids('ask', '')).toEqual([3])
  expect(ids('info', '')).toEqual([1])
  expect(ids('all', 'web do')).toEqual([3])
  expect(ids('all', 'M2')).toEqual([2])
  expect(ids('all', 'nothing')).toEqual([])
})

test('a reply is the latest of a message', () => {
  expect(latest(list[0] as PageMessage)).toBe('b')
  expect(kindOf({ kind: 'odd' })).toBe('info')
})
