import { describe, expect, test } from 'vitest'
import { nothing, type Scene } from '../workspace/model'
import { follow, hashOf, targetOf } from './trail'

describe('the browser follows the workspace', () => {
  test.each([
    ['stays', { at: 2, top: 2, bottom: 0 }, 2, false, null],
    ['adds an entry for a visit', { at: 2, top: 2, bottom: 0 }, 3, false, { push: 1 }],
    ['adds one over entries that a visit made void', { at: 2, top: 5, bottom: 0 }, 3, false, { push: 1 }],
    ['adds several when a program went on', { at: 0, top: 0, bottom: 0 }, 2, false, { push: 2 }],
    ['goes back', { at: 3, top: 3, bottom: 0 }, 2, true, { go: -1 }],
    ['goes forward over the entry that is there', { at: 1, top: 3, bottom: 0 }, 2, true, { go: 1 }],
    ['never leaves the page', { at: 5, top: 5, bottom: 5 }, 4, true, 'stay'],
    ['goes back when places are gone', { at: 5, top: 5, bottom: 0 }, 1, false, { go: -4 }],
  ] as const)('%s', (_, trail, steps_back, can_forward, move) => {
    expect(follow(trail, { steps_back, can_forward })).toEqual(move)
  })
})

describe('a link', () => {
  const showing = (content: string): Scene => ({
    ...nothing,
    project: 1,
    perspective: 2,
    pane: 3,
    tab: 4,
    shown: { 3: 4 },
    projects: [
      {
        id: 1,
        name: 'Global',
        perspectives: [{ id: 2, name: 'Main', root: { pane: { id: 3, tabs: [{ id: 4, content, opened: 1 }] } } }],
      },
    ],
  })

  test.each([
    ['terminal:7', '#t7', { show: 'terminal:7' }],
    ['file:/a b/ü.go', '#file:/a%20b/%C3%BC.go', { show: 'file:/a b/ü.go' }],
    ['panel:agents', '#agents', { panel: 'agents' }],
  ])('to %s is %s', (content, hash, target) => {
    expect(hashOf(showing(content))).toBe(hash)
    expect(targetOf(hash)).toEqual(target)
  })

  test('leads to what a resource names', () => {
    expect(targetOf('#diff:7')).toEqual({ show: 'diff:7' })
    expect(targetOf('#project:web')).toEqual({ show: 'project:web' })
  })

  test.each(['', '#', '#t', '#tx', '#t7x', '#javascript:alert(1)', '#file:', '#file:%E0%A4%A', '#peek'])(
    'that is no place leads nowhere: %s',
    (hash) => expect(targetOf(hash)).toBe(null),
  )
})
