import { describe, expect, test } from 'vitest'
import { indexAfter, indexAt, sideAt } from './drag'
import {
  contentOf,
  findTab,
  focusedPane,
  focusedTab,
  focusedTerminal,
  nothing,
  onScreen,
  panes,
  type Scene,
  shownPanel,
} from './model'
import { moved } from './shares'

const scene: Scene = {
  ...nothing,
  projects: [
    {
      id: 1,
      name: 'Global',
      perspectives: [
        { id: 2, name: 'Main', root: { pane: { id: 3, tabs: [{ id: 4, content: 'panel:agents', opened: 1 }] } } },
      ],
    },
    {
      id: 5,
      name: 'web',
      dir: '/src/web',
      perspectives: [
        {
          id: 6,
          name: 'Main',
          root: {
            split: {
              id: 7,
              axis: 'row',
              shares: [500, 500],
              children: [
                {
                  pane: {
                    id: 8,
                    tabs: [
                      { id: 9, content: 'terminal:1', opened: 1 },
                      { id: 10, content: 'file:/a/b.go', opened: 1 },
                    ],
                  },
                },
                { pane: { id: 11, tabs: [{ id: 12, content: 'terminal:2', opened: 1 }] } },
              ],
            },
          },
        },
      ],
    },
  ],
  project: 5,
  perspective: 6,
  pane: 11,
  shown: { 8: 10, 11: 12 },
  peek: 3,
}

describe('a scene', () => {
  test('says where the focus is', () => {
    expect(focusedPane(scene)?.id).toBe(11)
    expect(focusedTab(scene)?.id).toBe(12)
    expect(focusedTerminal(scene)).toBe(2)
    expect(shownPanel({ ...scene, project: 1, perspective: 2, pane: 3 })).toBe('agents')
  })

  test('says which terminals are on screen', () => expect(onScreen(scene)).toEqual([2, 3]))

  test('finds a tab here, else in Global', () => {
    expect(findTab(scene, 'terminal:1')?.id).toBe(9)
    expect(findTab(scene, 'panel:agents')?.id).toBe(4)
    expect(findTab(scene, 'terminal:99')).toBeUndefined()
  })

  test('of nothing has nothing', () => {
    expect([focusedPane(nothing), focusedTab(nothing), focusedTerminal(nothing), onScreen(nothing), panes({})]).toEqual(
      [undefined, undefined, 0, [], []],
    )
  })
})

test.each([
  ['terminal:12', { kind: 'terminal', id: 12 }],
  ['ended:3.12', { kind: 'ended', run: 3, id: 12 }],
  ['diff:/src/a:b', { kind: 'diff', worktree: '/src/a:b' }],
  ['file:/src/a:b.go', { kind: 'file', path: '/src/a:b.go' }],
  ['panel:agents', { kind: 'panel', name: 'agents' }],
])('%s is read', (content, want) => expect(contentOf(content)).toEqual(want))

describe('a border between panes', () => {
  test('takes from one what it gives the other', () => {
    expect(moved([300, 300, 400], 1, 100)).toEqual([400, 200, 400])
    expect(moved([300, 300, 400], 2, -100)).toEqual([300, 200, 500])
  })

  test('leaves each enough to be grabbed, and the sum as it was', () => {
    for (let by = -2000; by <= 2000; by += 37) {
      for (const shares of [
        [500, 500],
        [60, 900, 40],
        [333, 333, 334],
      ]) {
        for (let at = 1; at < shares.length; at++) {
          const next = moved(shares, at, by)
          expect(next.reduce((a, b) => a + b)).toBe(1000)
          expect(Math.min(...next)).toBeGreaterThanOrEqual(Math.min(50, ...shares))
        }
      }
    }
  })

  test('that is not there moves nothing', () => expect(moved([1000], 1, 10)).toEqual([1000]))
})

describe('a dragged tab', () => {
  const r = { left: 100, top: 100, width: 400, height: 200 }
  test.each([
    [110, 200, 'left'],
    [490, 200, 'right'],
    [300, 110, 'above'],
    [300, 290, 'below'],
    [300, 200, null],
  ])('at %i, %i goes %s', (x, y, want) => expect(sideAt(r, x, y)).toBe(want))

  test('goes between the tabs around it', () => {
    expect(indexAt([50, 150, 250], 10)).toBe(0)
    expect(indexAt([50, 150, 250], 160)).toBe(2)
    expect(indexAt([50, 150, 250], 900)).toBe(3)
    expect(indexAfter(0, 2)).toBe(1)
    expect(indexAfter(2, 0)).toBe(0)
    expect(indexAfter(-1, 2)).toBe(2)
  })
})
