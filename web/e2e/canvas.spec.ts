// The canvas as a person reads it, with a real daemon and the demo agent.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessible, settled } from './axe'
import { launch } from './browser'
import { canvas, drawn, label, note, region, seat } from './canvas-scene'
import { type Daemon, start } from './daemon'

const shots = join(import.meta.dirname, '../test-results/shots')

let browser: Browser
let daemon: Daemon
let context: BrowserContext
let page: Page
const errors: string[] = []

beforeAll(async () => {
  mkdirSync(shots, { recursive: true })
  browser = await launch()
  daemon = await start()
})
afterAll(async () => {
  await browser?.close()
  await daemon?.stop()
})

beforeEach(async () => {
  ;({ context, page } = await open())
})
afterEach(async () => {
  await context.close()
  expect(errors.splice(0)).toEqual([])
})

async function open(colorScheme: 'dark' | 'light' = 'dark', width = 1440) {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  const page = await context.newPage()
  page.on('pageerror', (e) => errors.push(e.message))
  await page.goto(await daemon.jun('url'))
  await page.waitForSelector('aside >> text=Daemon running', { state: 'attached' })
  return { context, page }
}

const show = async (id: string) => {
  await page.click(`[data-canvas-row="${id}"]`)
  await page.waitForSelector(`[data-surface="${id}"] [data-zoom]`)
}
const zoom = async () => Number.parseInt((await page.textContent('[data-zoom]')) ?? '', 10)
const wheel = async (dx: number, dy: number, key?: string) => {
  if (key) await page.keyboard.down(key)
  await page.mouse.wheel(dx, dy)
  if (key) await page.keyboard.up(key)
}
const box = async (node: string) => {
  const b = await page.locator(`[data-node="${node}"]`).boundingBox()
  if (!b) throw new Error(`${node} is not drawn`)
  return { x: Math.round(b.x), y: Math.round(b.y), width: b.width }
}

test('without a canvas the page says what one is for, and makes the first', async () => {
  await page.click('aside >> text="Canvas"')
  await page.waitForSelector('text=There is no canvas yet')
  expect(await accessible(page)).toEqual([])
  await page.click('main >> button >> text="New canvas"')
  await page.fill('[role=dialog] input', 'first')
  await page.keyboard.press('Enter')
  await page.waitForSelector('text=Nothing is on this canvas yet')
  await page.waitForSelector('[role=tab][aria-selected=true] >> text=first')
  expect(await accessible(page)).toEqual([])
  await page.click('button >> text=Add an agent')
  await page.waitForSelector('text=Nothing is on this canvas yet', { state: 'detached' })
})

test('a canvas is renamed, duplicated and deleted, and each asks what it needs', async () => {
  const id = await canvas(daemon, 'plan', [note('n', 0, 0, 'hello')])
  const menu = async (row: string, item: string) => {
    await page.click(`[data-canvas-row] >> text="${row}"`, { button: 'right' })
    await page.click(`[role=menuitem] >> text=${item}`)
  }
  await page.waitForSelector(`[data-canvas-row="${id}"]`)
  await menu('plan', 'Rename')
  await page.fill('[role=dialog] input', 'first')
  await page.keyboard.press('Enter')
  await page.waitForSelector('text=there is a canvas "first" already')
  await page.fill('[role=dialog] input', 'roadmap')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[data-canvas-row] >> text="roadmap"')
  await menu('roadmap', 'Duplicate')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[role=tab][aria-selected=true] >> text=roadmap copy')
  await page.waitForSelector('[data-node] >> text=hello')
  await menu('roadmap copy', 'Delete')
  await page.click('[role=alertdialog] >> text="Delete canvas"')
  await page.waitForSelector('[data-canvas-row] >> text="roadmap copy"', { state: 'detached' })
  await page.waitForSelector('[role=tab] >> text=roadmap copy', { state: 'detached' })
  await expect(drawn(daemon, id)).resolves.toMatchObject({ document: { nodes: [{ id: 'n' }] } })
})

test('a canvas is exported to a file, and made again of one', async () => {
  const id = await canvas(daemon, 'travels', [note('n', 10, 20, 'keep me'), seat('one', 400, 0)])
  await page.waitForSelector(`[data-canvas-row="${id}"]`)
  await page.click(`[data-canvas-row="${id}"]`, { button: 'right' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.click('[role=menuitem] >> text=Export .canvas'),
  ])
  expect(download.suggestedFilename()).toBe('travels.canvas')
  const file = join(daemon.home, 'travels.canvas')
  await download.saveAs(file)
  expect(JSON.parse(readFileSync(file, 'utf8')).nodes).toHaveLength(2)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    (async () => {
      await page.click('aside >> text="Canvas"', { button: 'right' })
      await page.click('[role=menuitem] >> text=Import')
    })(),
  ])
  await chooser.setFiles(file)
  await page.waitForSelector('[role=tab][aria-selected=true] >> text=travels 2')
  await page.waitForSelector('[data-node] >> text=keep me')
  const [again] = await Promise.all([
    page.waitForEvent('filechooser'),
    (async () => {
      await page.click('aside >> text="Canvas"', { button: 'right' })
      await page.click('[role=menuitem] >> text=Import')
    })(),
  ])
  writeFileSync(join(daemon.home, 'bad.canvas'), 'no json')
  await again.setFiles(join(daemon.home, 'bad.canvas'))
  await page.waitForSelector('text=bad.canvas is no JSON')
})

test('the wheel pans, with Ctrl it zooms about the pointer, and keys do both', async () => {
  const id = await canvas(daemon, 'camera', [note('a', 0, 0, 'a'), note('b', 900, 500, 'b')])
  await page.waitForSelector(`[data-canvas-row="${id}"]`)
  await show(id)
  await page.waitForSelector('[data-node=b]')
  const before = await box('a')
  await page.mouse.move(before.x + 30, before.y + 30)
  await wheel(40, 25)
  await expect.poll(() => box('a')).toMatchObject({ x: before.x - 40, y: before.y - 25 })
  const [x, y] = [before.x - 10, before.y + 5]
  await page.mouse.move(x, y)
  const at = await box('a')
  const z = await zoom()
  await wheel(0, -120, 'Control')
  await expect.poll(zoom).toBeGreaterThan(z)
  const after = await box('a')
  const k = after.width / at.width
  expect(Math.abs(after.x - (x - (x - at.x) * k))).toBeLessThanOrEqual(1)
  expect(Math.abs(after.y - (y - (y - at.y) * k))).toBeLessThanOrEqual(1)
  await page.focus('[data-stop=a]')
  await page.keyboard.press('0')
  await expect.poll(zoom).toBe(100)
  await page.keyboard.press('-')
  await expect.poll(zoom).toBe(80)
  await page.mouse.move(900, 700)
  const held = await box('b')
  await page.keyboard.down('Space')
  await page.mouse.down()
  await page.mouse.move(850, 640)
  await page.mouse.up()
  await page.keyboard.up('Space')
  await expect.poll(async () => (await box('b')).x - held.x).toBe(-50)
})

test('the view is where it was after going away and back', async () => {
  const id = await canvas(daemon, 'kept', [note('a', 0, 0, 'a')])
  await page.waitForSelector(`[data-canvas-row="${id}"]`)
  await show(id)
  await page.waitForSelector('[data-node=a]')
  const before = await box('a')
  await page.mouse.move(700, 500)
  await wheel(0, 77)
  await expect.poll(async () => (await box('a')).y).toBe(before.y - 77)
  await page.click('aside >> text="Agents"')
  await page.waitForSelector('h1 >> text=Agents')
  await page.click('[aria-label=Back]')
  await page.waitForSelector('[data-node=a]')
  expect((await box('a')).y).toBe(before.y - 77)
})

test('seats show who sits in them, what they wait with, and the end of their screen', async () => {
  const id = await canvas(
    daemon,
    'crew',
    [
      region('r', -40, -60, 860, 400, 'Rewrite'),
      seat('planner', 0, 0),
      seat('builder', 420, 0),
      note('done', 0, 400, '# Done\n- [x] one\n- [ ] two'),
      label('l', 420, 400, 'v2 launch'),
    ],
    [['planner', 'builder']],
  )
  await page.waitForSelector(`[data-canvas-row="${id}"]`)
  await show(id)
  await page.waitForSelector('[data-node=builder][data-look=empty] >> text=Not started')
  await page.click('[data-node=builder] >> button >> text=Start')
  await page.waitForSelector('[data-node=builder][data-look=idle]')
  await page.waitForSelector('[data-node=builder] >> text=Demo agent · local:builder')
  const terminal = (await drawn(daemon, id)).world.seats.find((s) => s.node === 'builder')?.terminal ?? 0
  await daemon.type(terminal, 'ask\r')
  await page.waitForSelector('[data-node=builder][data-look=waiting]')
  await page.waitForSelector(`[data-canvas-row="${id}"] >> text=1`)
  const painted = () =>
    page.evaluate(() => {
      const c = document.querySelector<HTMLCanvasElement>('[data-node=builder] canvas')
      const data = c?.getContext('2d')?.getImageData(0, 0, c.width, c.height).data ?? []
      return data.some((v, i) => i % 4 === 3 && v > 0)
    })
  await expect.poll(painted).toBe(true)
  await page.click('[data-node=builder] >> text=Peek')
  await page.waitForSelector('[aria-label^="Peek at"] .xterm-rows >> text=Which fruit')
  await page.keyboard.press('Escape')
  await page.waitForSelector('[aria-label^="Peek at"]', { state: 'detached' })
})

test('the keyboard reaches every card and every line, and is told what each is', async () => {
  const id = await canvas(
    daemon,
    'spoken',
    [seat('builder', 0, 0), seat('reviewer', 500, 0), note('far', 9000, 9000, 'far away')],
    [['builder', 'reviewer']],
  )
  await page.waitForSelector(`[data-canvas-row="${id}"]`)
  await show(id)
  const names = await page.locator('[aria-label="Everything on this canvas"] button').allTextContents()
  expect(names).toEqual([
    'builder, seat of demo, not started',
    'builder messages reviewer, press Delete to revoke',
    'reviewer, seat of demo, not started',
    'far away, note',
  ])
  await page.focus('[data-stop=builder]')
  await page.keyboard.press('2')
  await page.waitForSelector('[data-node=builder][data-selected]')
  await page.keyboard.press('Tab')
  await page.waitForSelector('text=each can mail, wait for and read the other')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.waitForSelector('[data-node=far][data-selected]')
})

test('a card is found by its name, wherever it lies', async () => {
  const id = await canvas(daemon, 'wide', [note('near', 0, 0, 'near'), note('x', 7000, 5000, 'the lost page')])
  await page.waitForSelector(`[data-canvas-row="${id}"]`)
  await show(id)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('lost page')
  await page.waitForSelector('[role=option] >> text=note on wide')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[data-node=x][data-selected]')
  await expect.poll(zoom).toBe(100)
})

test('a canvas that is paused says so, and plays once it was asked', async () => {
  const id = await canvas(daemon, 'quiet', [seat('one', 0, 0)])
  await page.waitForSelector(`[data-canvas-row="${id}"]`)
  await show(id)
  const bar = page.locator('[aria-label="Play state"]')
  await expect.poll(() => bar.textContent()).toContain('Paused')
  await bar.locator('button').click()
  await page.click('[role=alertdialog] >> text="Play"')
  await expect.poll(() => bar.textContent()).toContain('Playing')
  expect((await drawn(daemon, id)).world.play.playing).toBe(true)
  await bar.locator('button').click()
  await expect.poll(() => bar.textContent()).toContain('Paused')
  expect((await drawn(daemon, id)).world.play.playing).toBe(false)
})

test('what another program draws appears, and a deleted canvas says that it is gone', async () => {
  const id = await canvas(daemon, 'shared', [note('a', 0, 0, 'a')])
  await page.waitForSelector(`[data-canvas-row="${id}"]`)
  await show(id)
  const { rev } = await drawn(daemon, id)
  await daemon.call('canvas.edit', {
    canvas: id,
    rev,
    ops: [{ op: 'add_node', node: note('b', 400, 0, 'from elsewhere') }],
  })
  await page.waitForSelector('[data-node=b] >> text=from elsewhere')
  await daemon.call('canvas.delete', { canvas: id })
  await page.waitForSelector('text=This canvas was deleted')
})

test.each(['dark', 'light'] as const)(
  'the canvas is accessible in the %s theme, near, far and on a phone',
  async (theme) => {
    const id = await canvas(
      daemon,
      `look ${theme}`,
      [
        region('r', -40, -60, 900, 420, 'Rewrite'),
        seat('a', 0, 0),
        seat('b', 460, 0),
        note('n', 0, 400, '# Done\n- [x] one'),
      ],
      [['a', 'b']],
    )
    for (const width of [1440, 390]) {
      const other = await open(theme, width)
      const p = other.page
      if (width === 390) await p.click('[aria-label="Open the sidebar"]')
      await p.click(`[data-canvas-row="${id}"]`)
      await p.waitForSelector('[data-zoom]', { state: 'attached' })
      await p.focus('[data-stop=a-b]')
      await settled(p)
      await p.screenshot({ path: join(shots, `canvas-${width}-${theme}.png`) })
      expect(await accessible(p)).toEqual([])
      await other.context.close()
    }
  },
  // Four windows, each looked through by axe.
  180_000,
)
