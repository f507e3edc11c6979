// The page with a real daemon, real terminals and the demo agent.

import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launch } from './browser'
import { type Daemon, start } from './daemon'

let browser: Browser
let daemon: Daemon
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

beforeEach(async () => {
  daemon = await start()
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  page = await context.newPage()
  page.on('pageerror', (e) => errors.push(e.message))
  errors.length = 0
  await page.goto(await daemon.jun('url'))
  await page.waitForSelector('aside >> text=Daemon running')
})
afterEach(async () => {
  await context.close()
  await daemon.stop()
  expect(errors).toEqual([])
})

const errors: string[] = []
const rows = (text: string) => page.waitForSelector(`.xterm-rows >> text=${text}`)
const newTerminal = async (...command: string[]) => Number(await daemon.jun('new', ...command))
const row = (id: number) => `[data-terminal-row="${id}"]`

test('a link logs in once, and without it nothing is shown', async () => {
  const url = await daemon.jun('url')
  const other = await browser.newContext()
  const stranger = await other.newPage()
  const refused = await stranger.goto(new URL('/', url).href)
  expect(refused?.status()).toBe(401)
  await stranger.waitForSelector('text=jun url')
  await stranger.goto(url)
  await stranger.waitForSelector('aside >> text=Daemon running')
  await other.close()
  const third = await browser.newContext()
  const late = await third.newPage()
  expect((await late.goto(url))?.status()).toBe(401)
  await third.close()
})

test('a terminal is listed, opened, typed into, and survives a restart of the daemon', async () => {
  const id = await newTerminal()
  await page.click(row(id))
  await page.waitForSelector('.xterm-helper-textarea:focus')
  await page.keyboard.type('echo sum $((40+2))\n')
  await rows('sum 42')
  await daemon.jun('restart')
  await page.waitForSelector('aside >> text=Daemon out of reach').catch(() => null)
  await page.waitForSelector('aside >> text=Daemon running')
  await rows('sum 42')
  await page.click('.xterm-screen')
  await page.keyboard.type('echo again $((40+3))\n')
  await rows('again 43')
})

test('the page gives a terminal its size', async () => {
  const id = await newTerminal()
  await page.click(row(id))
  await page.waitForSelector('.xterm-helper-textarea:focus')
  await expect
    .poll(async () => {
      const list = (await daemon.call('terminal.list')) as { id: number; cols: number }[]
      return list.find((t) => t.id === id)?.cols ?? 0
    })
    .toBeGreaterThan(100)
  await page.keyboard.type('stty size\n')
  await rows(' 1')
})

test('a new terminal opens in its own tab, and ends when its shell does', async () => {
  await page.click('[aria-label="New terminal"]')
  await page.waitForSelector('.xterm-helper-textarea:focus')
  await page.keyboard.type('exit\n')
  await page.waitForSelector('text=ended')
})

test('ending a terminal with a program in it asks first', async () => {
  const id = await newTerminal('sleep 1000')
  await page.click(row(id))
  await page.waitForSelector('.xterm-helper-textarea')
  await page.click('[aria-label="Terminal actions"]')
  await page.click('text=End terminal…')
  await page.click('[role=alertdialog] >> button >> text="End terminal"')
  await page.waitForSelector(row(id), { state: 'detached' })
})

test('projects and perspectives are made, renamed, and keep their tabs over a restart', async () => {
  await page.click('[aria-label="Add a project"]')
  await page.fill('[role=dialog] input', daemon.home)
  await page.keyboard.press('Enter')
  const name = daemon.home.split('/').at(-1) ?? ''
  await page.waitForSelector(`[aria-label="Actions of ${name}"]`)
  await page.click(`[aria-label="Actions of ${name}"]`)
  await page.click('text=Rename…')
  await page.fill('[role=dialog] input', 'shop')
  await page.keyboard.press('Enter')
  await page.click('[aria-label="Actions of shop"]')
  await page.click('text=New perspective…')
  await page.fill('[role=dialog] input', 'Review')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[aria-current=location] >> text=Review')
  await page.click('[aria-label="New terminal"]')
  await page.waitForSelector('.xterm-helper-textarea:focus')
  await page.keyboard.type('pwd\n')
  await rows(name)
  await daemon.jun('restart')
  await page.reload()
  await page.waitForSelector('[aria-current=location] >> text=Review')
  await rows(name)
  await page.click('[aria-label="Actions of Review in shop"]')
  await page.click('text=Delete…')
  await page.click('[role=alertdialog] >> button >> text="Delete perspective"')
  await page.waitForSelector('[aria-label="Actions of Review in shop"]', { state: 'detached' })
})

test('a wrong folder is refused in the form, with what to do', async () => {
  await page.click('[aria-label="Add a project"]')
  await page.fill('[role=dialog] input', 'not/absolute')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[role=dialog] >> text=absolute path')
})

test('panes split, tabs move between them, and a reload keeps it', async () => {
  const panes = () => page.locator('[role=tabpanel]').count()
  const id = await newTerminal()
  await page.click(row(id))
  await page.waitForSelector('.xterm-helper-textarea')
  await page.click('[role=tab][aria-selected=true]', { button: 'right' })
  await page.click('text=Move to the right')
  await expect.poll(panes).toBe(2)
  const divider = page.locator('[role=separator]')
  const before = Number(await divider.getAttribute('aria-valuenow'))
  await divider.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => Number(await divider.getAttribute('aria-valuenow'))).toBeGreaterThan(before)
  await page.reload()
  await expect.poll(panes).toBe(2)
  expect(Number(await divider.getAttribute('aria-valuenow'))).toBeGreaterThan(before)
  await page.click(`[data-terminal="${id}"]`)
  await page.keyboard.press('Alt+w')
  await expect.poll(panes).toBe(1)
})

test('a closed tab keeps its shell, and comes back', async () => {
  const id = await newTerminal()
  await page.click(row(id))
  await page.waitForSelector('.xterm-helper-textarea:focus')
  await page.keyboard.type('echo kept $((1+1))\n')
  await rows('kept 2')
  await page.keyboard.press('Alt+w')
  await page.waitForSelector('.xterm', { state: 'detached' })
  await page.click(row(id))
  await rows('kept 2')
})

test('back and forward go where the person has been', async () => {
  const id = await newTerminal()
  await page.click(row(id))
  await page.waitForSelector('.xterm-helper-textarea')
  await page.click('[aria-label="Back"]')
  await page.waitForSelector('h1 >> text=Agents')
  await page.click('[aria-label="Forward"]')
  await page.waitForSelector('.xterm-helper-textarea')
})

test('an agent is shown as it works, peeked at and answered', async () => {
  const id = await newTerminal(`${join(daemon.home, '..')}/nothing 2>/dev/null; "$JUN_BIN" demo-agent`)
  await page.click('aside >> text="Agents"')
  const card = page.locator(`[data-agent="${id}"]`)
  await card.waitFor()
  await page.waitForSelector(`[data-agent="${id}"][data-status=idle]`)
  await card.focus()
  await page.keyboard.press('Enter')
  await page.waitForSelector('[aria-label^="Peek at"]')
  await page.fill('[aria-label="Reply to Demo agent"]', 'say hello')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[aria-label^="Peek at"] .xterm-rows >> text=say hello')
  await expect.poll(() => page.inputValue('[aria-label="Reply to Demo agent"]')).toBe('')
  await page.keyboard.press('Escape')
  await page.waitForSelector('[aria-label^="Peek at"]', { state: 'detached' })
})

test('a message of a program is unread, and leads to its terminal', async () => {
  const id = await newTerminal()
  await daemon.type(
    id,
    `"$JUN_BIN" tool message --title 'Asks to open a PR' --kind ask --link terminal:${id} 'I suggest yes.'\n`,
  )
  await page.waitForSelector('aside >> text=Asks to open a PR')
  await page.waitForSelector('aside >> text=1 unread')
  await page.click('aside >> text="Messages"')
  await page.waitForSelector('text=1 unread.')
  await page.click(`text="terminal:${id}"`)
  await page.waitForSelector('.xterm-helper-textarea')
})

test('the palette goes to a terminal by a few letters', async () => {
  const id = await newTerminal()
  await daemon.type(id, "printf '\\033]2;Fix the login form\\007'\n")
  await page.waitForSelector(`${row(id)} >> text=Fix the login form`)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('flf')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.xterm-helper-textarea:focus')
})

test('a program opens another terminal for the person who is with it', async () => {
  const [a, b] = [await newTerminal(), await newTerminal()]
  await page.click(row(a))
  await page.waitForSelector('.xterm-helper-textarea:focus')
  await page.keyboard.type(`"$JUN_BIN" tool open terminal:${b}\n`)
  await page.waitForSelector(`[data-terminal="${b}"]`)
  await page.click(row(a))
  await page.waitForSelector(`[data-terminal="${a}"] .xterm-helper-textarea:focus`)
  await page.keyboard.type(`sleep 1; "$JUN_BIN" tool open terminal:${b}; echo status $?\n`)
  await page.keyboard.press('Control+Shift+k')
  await page.waitForSelector('[role=dialog]')
  await rows('waiting for the user')
})
