import { expect, test } from 'vitest'
import type { TerminalView } from '../api.gen'
import { age, coarse } from '../ui/age'
import { count, groups, harness, statusOf, summary } from './agents'

const t = (id: number, part: Partial<TerminalView> = {}): TerminalView => ({
  id,
  project: 'web',
  dir: '/src/web',
  title: '',
  agent: 'claude',
  loop: false,
  running: true,
  cols: 80,
  rows: 24,
  pid: id,
  ...part,
})

test('who waits longest comes first, in the group that comes first', () => {
  const list = [
    t(1, { status: 'idle' }),
    t(2, { status: 'waiting', since: '2026-11-30T10:05:00Z' }),
    t(3, { status: 'waiting', since: '2026-11-30T10:00:00Z' }),
    t(4, { status: 'working' }),
    t(5, { status: 'odd' }),
    t(6, { agent: '', status: 'waiting' }),
    t(7, { running: false, status: 'waiting' }),
  ]
  expect(groups(list).map((g) => [g.title, g.agents.map((a) => a.id)])).toEqual([
    ['Needs you', [3, 2]],
    ['Working', [4]],
    ['Idle', [1]],
    ['Unknown', [5]],
  ])
  expect(groups(list, 'working')).toHaveLength(1)
  expect(groups(list, 'all', { 3: 5000 }, 4000).at(-1)).toMatchObject({ key: 'snoozed', agents: [{ id: 3 }] })
  expect(groups(list, 'all', { 3: 5000 }, 6000)[0]?.agents).toHaveLength(2)
  expect(count(list)).toEqual({ waiting: 2, working: 1, idle: 1, unknown: 1 })
})

test('what is not known is never shown as idle', () => {
  expect(statusOf({})).toBe('unknown')
  expect(statusOf({ status: 'starting' })).toBe('unknown')
})

test('the summary says what matters', () => {
  expect(summary({ waiting: 1, working: 2, idle: 0, unknown: 0 })).toBe('1 needs you. 2 are working.')
  expect(summary({ waiting: 0, working: 0, idle: 2, unknown: 0 })).toBe('None needs you.')
  expect(summary({ waiting: 0, working: 0, idle: 0, unknown: 0 })).toBe('No agent runs.')
})

test('a harness that is not known keeps its name', () => {
  expect(harness('codex').name).toBe('Codex')
  expect(harness('other')).toEqual({ mark: 'ot', colour: '', name: 'other' })
})

test.each([
  [-5, '0s'],
  [59, '59s'],
  [60, '1m'],
  [3599, '59m'],
  [3600, '1h'],
  [90_000, '1d'],
])('%i seconds ago is %s', (s, want) => {
  const now = Date.parse('2026-11-30T10:00:00Z')
  expect(age(new Date(now - s * 1000).toISOString(), now)).toBe(want)
})

test('no time has no age', () => {
  expect(age(undefined, 0)).toBe('')
  expect(age('soon', 0)).toBe('')
  expect(coarse('2026-11-30T10:00:00Z', Date.parse('2026-11-30T10:00:20Z'))).toBe('now')
})
