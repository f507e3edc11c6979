import { expect, test } from 'vitest'
import type { CanvasDoc, CanvasNode } from '../api.gen'
import { toScreen } from './camera'
import { read } from './document'
import { at } from './geometry'
import { landingAt } from './gestures'
import { digest, glance, inWords } from './glance'
import { hit, type Shown, titleBox } from './hit'
import { joinable, verbsBetween } from './law'
import { Layout, taken } from './layout'
import { folderAt, freeName, made, spot } from './make'
import { again, placed, removed, resized } from './ops'
import { inReadingOrder, still, toggled, towards, within } from './select'

const box = (id: string, x: number, y: number, more: Partial<CanvasNode> = {}): CanvasNode => ({
  id,
  type: 'text',
  x,
  y,
  width: 100,
  height: 60,
  ...more,
})

const seat = (id: string, x: number, y: number) =>
  box(id, x, y, { text: id, ether: { entity: { kind: 'agent', name: `local:${id}` } } })

function doc(nodes: CanvasNode[], edges: [string, string][] = [], rev = 1): CanvasDoc {
  const kind = (n: CanvasNode) => (n.type === 'group' ? 'region' : (n.ether?.entity?.kind ?? 'note'))
  return {
    canvas: 'c',
    name: 'c',
    rev,
    document: {
      nodes,
      edges: edges.map(([a, b]) => ({ id: `${a}-${b}`, fromNode: a, toNode: b, ether: { verb: 'messages' } })),
    },
    world: {
      nodes: nodes.map((n) => ({
        id: n.id,
        title: n.text ?? n.label ?? n.id,
        kind: kind(n),
        role: kind(n) === 'agent' ? 'actor' : 'geography',
        built: true,
      })),
      edges: edges.map(([a, b]) => ({ id: `${a}-${b}`, says: `${a} messages ${b}`, means: 'each can mail the other' })),
      play: { playing: false, ever_played: true, paused: [] },
      regions: [],
      seats: [],
      undo: false,
      redo: false,
    },
  }
}

const group = (id: string, x: number, y: number, width: number, height: number, hold = true): CanvasNode => ({
  ...box(id, x, y, { type: 'group', label: id, ether: { region: { hold } } }),
  width,
  height,
})

const two = () => read(doc([seat('a', 0, 0), seat('b', 400, 0), box('n', 0, 300, { text: 'note' })], [['a', 'b']]))

const shown = (part: Partial<Shown> = {}): Shown => ({
  layout: new Layout(two()),
  camera: { x: 0, y: 0, z: 1 },
  tier: 'near',
  resizable: null,
  ported: null,
  ...part,
})

test('what did not change from one reading to the next is the same object', () => {
  const before = two()
  const after = read(
    doc([seat('a', 0, 0), seat('b', 410, 0), box('n', 0, 300, { text: 'note' })], [['a', 'b']], 2),
    before,
  )
  expect(after.byID.get('a')).toBe(before.byID.get('a'))
  expect(after.byID.get('b')).not.toBe(before.byID.get('b'))
  expect(after.lineByID.get('a-b')).toBe(before.lineByID.get('a-b'))
})

test.each([0.05, 0.36, 0.5, 1, 2, 4])('at zoom %s the pointer hits what it is over', (z) => {
  const camera = { x: 31, y: -7, z }
  const s = shown({ camera, tier: z < 0.35 ? 'far' : 'near' })
  const on = (x: number, y: number) => hit(s, toScreen(camera, { x, y }), 1)
  expect(on(50, 30)).toEqual({ on: 'node', id: 'a' })
  expect(on(499, 59)).toEqual({ on: 'node', id: 'b' })
  expect(hit(s, toScreen(camera, at(s.layout.curve('a-b'), 0.5)))).toEqual({ on: 'edge', id: 'a-b' })
  expect(on(900, 900)).toEqual({ on: 'nothing' })
})

test('the topmost node is hit, and the grips of the one that is selected before it', () => {
  const layout = new Layout(read(doc([seat('a', 0, 0), seat('top', 50, 0)])))
  expect(hit(shown({ layout }), { x: 75, y: 30 })).toEqual({ on: 'node', id: 'top' })
  expect(hit(shown({ layout, resizable: 'a' }), { x: 100, y: 60 })).toEqual({ on: 'grip', id: 'a', grip: 'se' })
  expect(hit(shown({ ported: 'a' }), { x: 116, y: 30 })).toEqual({ on: 'port', id: 'a', side: 'right' })
})

test('a region is taken by its title and its border; inside it is empty ground', () => {
  const layout = new Layout(read(doc([group('r', 0, 0, 600, 400)])))
  const on = (x: number, y: number) => hit(shown({ layout }), { x, y }).on
  expect([on(300, 20), on(2, 200), on(300, 200)]).toEqual(['node', 'node', 'nothing'])
  expect(titleBox({ x: 0, y: 100, width: 300, height: 200 }, 0.5).y).toBeLessThan(100)
})

test('an edge follows its nodes while they are dragged, and goes back', () => {
  const layout = new Layout(two())
  const was = layout.curve('a-b')
  layout.move(new Map([['b', { x: 400, y: 500, width: 100, height: 60 }]]))
  expect(layout.curve('a-b')).not.toEqual(was)
  layout.settle()
  expect(layout.curve('a-b')).toEqual(was)
})

test('a region that holds takes along what lies fully in it', () => {
  const c = read(
    doc([
      group('r', -10, -10, 300, 200),
      group('loose', 300, -10, 300, 200, false),
      seat('a', 0, 0),
      seat('b', 400, 0),
    ]),
  )
  expect([...taken(c, ['r'])].sort()).toEqual(['a', 'r'])
  expect([...taken(c, ['loose'])]).toEqual(['loose'])
})

test('what was moved is stored in whole pixels, and what was not is left out', () => {
  const c = two()
  const places = new Map([
    ['a', { x: 10.6, y: 0, width: 100, height: 60 }],
    ['b', { x: 400, y: 0, width: 100, height: 60 }],
    ['n', { x: 0, y: 300, width: 140.2, height: 60 }],
  ])
  expect(placed(c, places)).toEqual([
    { op: 'move_node', id: 'a', x: 11, y: 0 },
    { op: 'set_node', id: 'n', x: 0, y: 300, width: 140, height: 60 },
  ])
})

test('deleting a node names its edges no second time', () => {
  expect(removed(two(), new Set(['a', 'a-b']))).toEqual([{ op: 'delete_node', id: 'a' }])
  expect(removed(two(), new Set(['a-b']))).toEqual([{ op: 'delete_edge', id: 'a-b' }])
})

test('a grip moves its own sides, and no node becomes too small to take', () => {
  const r = { x: 0, y: 0, width: 200, height: 100 }
  expect(resized(r, 'se', 20, 10)).toEqual({ x: 0, y: 0, width: 220, height: 110 })
  expect(resized(r, 'nw', 20, 10)).toEqual({ x: 20, y: 10, width: 180, height: 90 })
  expect(resized(r, 'w', 500, 0)).toEqual({ x: 140, y: 0, width: 60, height: 100 })
})

test('an edit is done again after another window, but never over its words', () => {
  const seen = two()
  const moved = read(doc([seat('a', 9, 9), seat('b', 400, 0), box('n', 0, 300, { text: 'theirs' })], [['a', 'b']], 2))
  const move = { op: 'move_node', id: 'a', x: 5, y: 5 } as const
  expect(again([move], seen, moved)).toEqual([move])
  expect(() => again([{ op: 'set_node', id: 'n', text: 'mine' }], seen, moved)).toThrow('changed in another window')
  expect(() => again([move], seen, read(doc([seat('b', 400, 0)], [], 2)))).toThrow('deleted in another window')
})

test('a band takes what it touches, and regions that lie in it', () => {
  const layout = new Layout(read(doc([group('r', -20, -20, 700, 200), seat('a', 0, 0), seat('b', 400, 0)])))
  expect(within(layout, { x: 50, y: 10, width: 360, height: 10 })).toEqual(['a', 'b'])
  expect(within(layout, { x: -30, y: -30, width: 800, height: 300 })).toContain('r')
})

test('a selection forgets what is gone', () => {
  const s = new Set(['a', 'a-b'])
  expect(still(s, two())).toBe(s)
  expect([...still(s, read(doc([seat('a', 0, 0)])))]).toEqual(['a'])
  expect([...toggled(new Set(['a']), 'a')]).toEqual([])
})

test('the keyboard goes row by row, and to the nearest in a direction', () => {
  const c = read(doc([seat('d', 0, 300), seat('b', 400, 20), seat('a', 0, 0), seat('c', 800, 10)]))
  expect(inReadingOrder(c.items).map((i) => i.id)).toEqual(['a', 'b', 'c', 'd'])
  const layout = new Layout(c)
  expect([towards(layout, 'a', 'right'), towards(layout, 'a', 'down'), towards(layout, 'a', 'up')]).toEqual([
    'b',
    'd',
    null,
  ])
})

test('only what the law joins can be joined, and a state is never shown as another', () => {
  expect([verbsBetween('agent', 'agent'), verbsBetween('agent', 'note')]).toEqual([['messages', 'notifies'], []])
  expect([joinable('agent'), joinable('region')]).toEqual([true, false])
  expect(glance({ glance: 'unknown' }).word).toBe('Unknown')
  expect(glance(undefined).look).toBe('unknown')
  expect(inWords(digest([]))).toBe('')
})

test('a new seat has an identity of its own, and starts where its region says', () => {
  const n = made('agent', spot('agent', { x: 1.4, y: 2.6 }), { name: 'planner', harness: 'demo', folder: '/src' })
  expect(n).toMatchObject({ x: 1, y: 3, text: 'planner', ether: { entity: { kind: 'agent', name: 'local:planner' } } })
  expect(n.ether?.terminal?.launch).toEqual({ kind: 'harness', cwd: '/src' })
  const r = group('r', 0, 0, 600, 600)
  r.ether = { region: { defaults: { paths: { local: '/work' } } } }
  expect(folderAt(read(doc([r])), { x: 10, y: 10, width: 10, height: 10 })).toBe('/work')
  expect(freeName(read(doc([seat('agent-1', 0, 0)])))).toBe('agent-2')
})

test('a card has a landing for each verb, and none lies beside it', () => {
  const r = { x: 100, y: 0, width: 200, height: 50 }
  expect([90, 100, 199, 201, 300, 320].map((x) => landingAt(r, { x, y: 10 }, 2))).toEqual([0, 0, 0, 1, 1, 1])
  expect(landingAt(r, { x: 200, y: 10 }, 0)).toBe(0)
})

test('two lines between the same two cards do not hide each other', () => {
  const d = doc([seat('a', 0, 0), seat('b', 400, 0)], [['a', 'b']])
  d.document.edges.push({ id: 'second', fromNode: 'b', toNode: 'a', ether: { verb: 'notifies' } })
  const layout = new Layout(read(d))
  expect(at(layout.curve('second'), 0.5).y - at(layout.curve('a-b'), 0.5).y).toBe(28)
})
