// The canvas as a person draws on it, with a real daemon and the demo agent.

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { launch } from './browser'
import { canvas, drawn, note, region, seat } from './canvas-scene'
import { type Daemon, start } from './daemon'

let browser: Browser
let daemon: Daemon
let context: BrowserContext
let page: Page
const errors: string[] = []

beforeAll(async () => {
  browser = await launch()
  daemon = await start()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  page = await newPage()
})
afterAll(async () => {
  await browser?.close()
  await daemon?.stop()
})
afterEach(() => expect(errors.splice(0)).toEqual([]))

async function newPage(): Promise<Page> {
  const made = await context.newPage()
  made.on('pageerror', (e) => errors.push(e.message))
  await made.goto(await daemon.jun('url'))
  await made.waitForSelector('aside >> text=Daemon running')
  return made
}

/** show opens a canvas with the camera at a place. */
async function show(id: string, camera = { x: 200, y: 150, z: 1 }, on = page) {
  await on.evaluate(([key, c]) => sessionStorage.setItem(key, c), [
    `junto.camera.${id}`,
    JSON.stringify(camera),
  ] as const)
  await on.click(`[data-canvas-row="${id}"]`)
  await on.waitForSelector(`[data-surface="${id}"] [data-zoom]`)
}

async function box(node: string, on = page) {
  const b = await on.locator(`[data-node="${node}"]`).boundingBox()
  if (!b) throw new Error(`${node} is not drawn`)
  return b
}

async function drag(from: { x: number; y: number }, dx: number, dy: number) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + dx / 2, from.y + dy / 2)
  await page.mouse.move(from.x + dx, from.y + dy)
  await page.mouse.up()
}

const nodeOf = async (id: string, node: string) => (await drawn(daemon, id)).document.nodes.find((n) => n.id === node)
const placeOf = async (id: string, node: string) => {
  const n = await nodeOf(id, node)
  return n && [n.x, n.y]
}
const edgesOf = async (id: string) => (await drawn(daemon, id)).document.edges.map((e) => [e.fromNode, e.toNode])
const middle = (b: { x: number; y: number; width: number; height: number }) => ({
  x: b.x + b.width / 2,
  y: b.y + b.height / 2,
})

test.each([0.5, 1, 2])('at zoom %s a card lands where the pointer lets it go', async (z) => {
  const id = await canvas(daemon, `drag ${z}`, [note('n', 10, 20, 'move me'), note('other', 400, 20, 'stay')])
  await show(id, { x: 200, y: 150, z })
  await page.waitForSelector('[data-node=n]')
  const before = await box('n')
  await drag({ x: before.x + 20, y: before.y + 12 }, 90, 60)
  await expect.poll(() => placeOf(id, 'n')).toEqual([10 + 90 / z, 20 + 60 / z])
  await expect.poll(async () => Math.round((await box('n')).x - before.x)).toBe(90)
  expect(await placeOf(id, 'other')).toEqual([400, 20])
  await page.keyboard.press('Control+z')
  await expect.poll(() => placeOf(id, 'n')).toEqual([10, 20])
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => placeOf(id, 'n')).toEqual([10 + 90 / z, 20 + 60 / z])
})

test('a band selects what it touches, arrows move it, and Delete takes it away until undone', async () => {
  const id = await canvas(daemon, 'band', [note('a', 0, 0, 'a'), note('b', 340, 0, 'b'), note('c', 0, 400, 'c')])
  await show(id)
  await page.waitForSelector('[data-node=b]')
  const [a, b] = [await box('a'), await box('b')]
  await drag({ x: a.x - 30, y: a.y - 30 }, b.x + 60 - a.x + 30, 80)
  await page.waitForSelector('text=2 selected')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => placeOf(id, 'b')).toEqual([348, 1])
  expect(await placeOf(id, 'a')).toEqual([8, 1])
  await page.keyboard.press('Delete')
  await page.waitForSelector('[data-node=a]', { state: 'detached' })
  expect((await drawn(daemon, id)).document.nodes.map((n) => n.id)).toEqual(['c'])
  await page.click('[aria-label="Undo"]')
  await page.waitForSelector('[data-node=a]')
  await page.waitForSelector('[data-node=b]')
})

test('a grip resizes, and a region that holds takes along what lies in it', async () => {
  const id = await canvas(daemon, 'sizes', [
    region('r', 0, 0, 700, 400, 'Room'),
    note('in', 40, 80, 'in'),
    note('out', 760, 80, 'out'),
  ])
  await show(id)
  await page.waitForSelector('[data-node=in]')
  const inside = await box('in')
  await page.mouse.click(inside.x + 20, inside.y + 20)
  await drag({ x: inside.x + inside.width, y: inside.y + inside.height }, 40, 24)
  await expect.poll(async () => (await nodeOf(id, 'in'))?.width).toBe(340)
  expect((await nodeOf(id, 'in'))?.height).toBe(220)
  const at = await box('in')
  await drag({ x: at.x + 300, y: at.y - 60 }, 50, 30)
  await expect.poll(() => placeOf(id, 'r')).toEqual([50, 30])
  expect(await placeOf(id, 'in')).toEqual([90, 110])
  expect(await placeOf(id, 'out')).toEqual([760, 80])
})

test('a line is drawn from a port, says what it grants, and is revoked', async () => {
  const id = await canvas(daemon, 'lines', [
    seat('builder', 0, 0),
    seat('reviewer', 560, 0),
    note('n', 0, 360, 'no seat'),
  ])
  await show(id)
  await page.waitForSelector('[data-node=reviewer]')
  const [a, b, n] = [await box('builder'), await box('reviewer'), await box('n')]
  const wire = async (to: { x: number; y: number }) => {
    await page.mouse.move(middle(a).x, middle(a).y)
    await page.mouse.move(a.x + a.width + 16, middle(a).y)
    await drag({ x: a.x + a.width + 16, y: middle(a).y }, to.x - a.x - a.width - 16, to.y - middle(a).y)
  }
  // The card that may be joined is parted: a landing for each verb.
  const landing = { x: b.x + b.width / 4, y: middle(b).y }
  await wire(landing)
  await expect.poll(() => edgesOf(id)).toEqual([['builder', 'reviewer']])
  await wire(landing)
  await page.waitForSelector('text=that relation already exists')
  await wire(middle(n))
  await page.waitForSelector('text="no seat" is a note: geography takes no edges')
  await page.mouse.click((a.x + a.width + b.x) / 2, middle(a).y)
  await page.waitForSelector('[data-island=say] >> text=each can mail, wait for and read the other')
  const verbs = async () => (await drawn(daemon, id)).document.edges.map((e) => e.ether?.verb)
  expect(await verbs()).toEqual(['messages'])
  await page.click('[data-island=say] >> text=Make it “notifies”')
  await page.waitForSelector('[data-island=say] >> text=neither types a full text into the other')
  expect(await verbs()).toEqual(['notifies'])
  await page.click('[data-island=say] >> text=Revoke')
  await expect.poll(verbs).toEqual([])
  await page.keyboard.press('Control+z')
  await expect.poll(verbs).toEqual(['notifies'])
})

test('by the keyboard a line is drawn and revoked as well', async () => {
  const id = await canvas(daemon, 'keys', [seat('one', 0, 0), seat('two', 560, 0)])
  await show(id)
  await page.focus('[data-stop=two]')
  await page.keyboard.press('e')
  await page.waitForSelector('text=go to another card and press Enter')
  await page.keyboard.press('Control+ArrowLeft')
  await page.waitForSelector('[data-node=one][data-selected]')
  await page.keyboard.press('Enter')
  await expect.poll(() => edgesOf(id)).toEqual([['two', 'one']])
  await page.locator('[aria-label="Everything on this canvas"] button', { hasText: 'messages' }).focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => edgesOf(id)).toEqual([])
})

test('a seat is added with a key, started, and stopped once that was asked', async () => {
  const id = await canvas(daemon, 'crew', [])
  await show(id)
  await page.click(`[data-surface="${id}"]`, { position: { x: 300, y: 200 } })
  await page.keyboard.press('a')
  await page.mouse.click(700, 300)
  await page.waitForSelector('text=A new seat')
  await page.keyboard.type('planner')
  await page.selectOption('[data-island=draft] select', 'demo')
  await page.fill('[data-island=draft] label:last-of-type input', daemon.home)
  await page.keyboard.press('Enter')
  await page.click('[data-island=say] >> text=Start')
  await page.waitForSelector('article[data-look=idle] >> text=local:planner')
  const [made] = (await drawn(daemon, id)).document.nodes
  expect(made?.ether?.entity).toEqual({ kind: 'agent', name: 'local:planner' })
  await page.click('[data-island=say] >> text=Peek')
  await page.waitForSelector('[aria-label^="Peek at"] .xterm-rows >> text=Demo agent')
  await page.click('[aria-label^="Peek at"] [aria-label=Close]')
  await page.click('[data-island=say] >> text=Stop')
  await page.click('[role=alertdialog] >> text="Stop"')
  await page.waitForSelector('article >> text=Ended')
})

test('a note is written where it was made, and kept with its words', async () => {
  const id = await canvas(daemon, 'words', [])
  await show(id)
  await page.mouse.dblclick(700, 400)
  await page.waitForSelector('textarea:focus')
  await page.keyboard.type('# Plan\n- [x] begin')
  await page.keyboard.press('Escape')
  await page.waitForSelector('[data-node] [data-done] >> text=begin')
  expect((await drawn(daemon, id)).document.nodes[0]?.text).toBe('# Plan\n- [x] begin')
  await page.keyboard.press('Enter')
  await page.waitForSelector('textarea:focus')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Escape')
  await page.waitForSelector('[data-node]', { state: 'detached' })
})

test('two windows draw at once: nothing is lost, and no words are written over unseen', async () => {
  const id = await canvas(daemon, 'both', [note('a', 0, 0, 'mine'), note('b', 400, 0, 'theirs')])
  const other = await newPage()
  await show(id)
  await show(id, undefined, other)
  await other.waitForSelector('[data-node=a]')
  // Another window's change arrives while this one's is on its way.
  const elsewhere = (ops: unknown[]) => async () =>
    daemon.call('canvas.edit', { canvas: id, rev: (await drawn(daemon, id)).rev, ops })
  const before = async (step: () => Promise<unknown>) =>
    page.route(
      '**/canvas.edit',
      async (route) => {
        await step()
        await route.continue()
      },
      { times: 1 },
    )
  // A person's pointer is in the window in front.
  await page.bringToFront()
  await expect.poll(async () => (await box('a')).x, { message: 'the view is fitted to the cards' }).toBeGreaterThan(300)
  await before(elsewhere([{ op: 'move_node', id: 'b', x: 400, y: 300 }]))
  const a = await box('a')
  await drag({ x: a.x + 20, y: a.y + 20 }, 60, 40)
  await expect.poll(() => placeOf(id, 'a')).toEqual([60, 40])
  expect(await placeOf(id, 'b')).toEqual([400, 300])
  await expect.poll(async () => Math.round((await box('a', other)).x - (await box('b', other)).x)).toBe(-340)
  await before(elsewhere([{ op: 'set_node', id: 'a', text: 'written by another' }]))
  await page.dblclick('[data-node=a]')
  await page.waitForSelector('textarea:focus')
  await page.keyboard.type('written by me')
  await page.keyboard.press('Escape')
  await page.waitForSelector('text=was changed in another window')
  expect((await nodeOf(id, 'a'))?.text).toBe('written by another')
  expect(await page.inputValue('textarea')).toBe('written by me')
  // Told of it, the person may still mean it.
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await nodeOf(id, 'a'))?.text).toBe('written by me')
  await other.close()
})
