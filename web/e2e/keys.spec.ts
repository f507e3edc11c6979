// A person's own keys: written down, shown wherever keys are, and run.

import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessible } from './axe'
import { launch } from './browser'
import { setScene } from './scene'
import { origin, StandIn } from './standin'

let browser: Browser
let page: Page
let daemon: StandIn
beforeAll(async () => {
  browser = await launch()
})
afterAll(() => browser?.close())

beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, reducedMotion: 'reduce' })
  page = await context.newPage()
  daemon = new StandIn()
  setScene(daemon)
  daemon.answers['session.list'] = () => [
    { id: 3, label: 'Firefox on Linux', created: '2026-11-01T10:00:00Z', last_used: new Date().toISOString() },
  ]
  await daemon.serve(page)
  await page.goto(origin)
  await page.waitForSelector('[data-agent]')
})
afterEach(() => page.context().close())

const row = (id: string) => page.locator(`[data-command="${id}"]`)
const record = async (id: string, keys: string) => {
  await row(id).getByRole('button', { name: 'Change the keys' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForSelector('text=Press the keys for')
  await page.keyboard.press(keys)
}
const settings = async () => {
  await page.keyboard.press('Control+,')
  await row('messages').waitFor()
}
const leave = async () => {
  await page.keyboard.press('Escape')
  await page.waitForSelector('[role=dialog]', { state: 'detached' })
}

test('a command gets another key, which runs it, is shown, and is kept', async () => {
  await settings()
  await record('messages', 'Alt+y')
  await row('messages').getByText('Alt+Y').waitFor()
  await leave()
  await page.keyboard.press('Alt+m')
  await page.keyboard.press('Alt+y')
  await page.waitForSelector('h1 >> text=Messages')
  await page.reload()
  await page.waitForSelector('aside >> text=Daemon running')
  await page.keyboard.press('Alt+a')
  await page.waitForSelector('h1 >> text=Agents')
  await page.keyboard.press('Alt+y')
  await page.waitForSelector('h1 >> text=Messages')
  await page.keyboard.press('?')
  await page.waitForSelector('[role=dialog] dl >> text=Alt+Y')
  await leave()
  await page.keyboard.press('Control+k')
  await page.fill('[cmdk-input]', 'Messages')
  await page.waitForSelector('[cmdk-item] >> text=Alt+Y')
})

test('a key that another command has is given away only by a word', async () => {
  await settings()
  await record('messages', 'Alt+t')
  await page.waitForSelector('text=“New terminal” has it, and would lose it.')
  await page.click('button >> text="Cancel"')
  await row('new-terminal').getByText('Alt+T').waitFor()
  await record('messages', 'Alt+t')
  await page.keyboard.press('Enter') // "Use it" has the focus
  await row('new-terminal').getByText('none').waitFor()
  await row('messages').getByText('Alt+T').waitFor()
  await page.click('[aria-label="Reset the keys of New terminal"]')
  await row('new-terminal').getByText('Alt+T').waitFor()
  await row('messages').getByText('none').waitFor()
  await page.click('button >> text="Reset all"')
  await row('messages').getByText('Alt+M').waitFor()
})

test('what browsers and programs keep is said, and typing is no chord', { timeout: 120_000 }, async () => {
  await settings()
  await record('messages', 'Control+Shift+n')
  await page.waitForSelector('text=Browsers keep Ctrl+Shift+N to themselves')
  await page.click('button >> text="Other keys"')
  await page.keyboard.press('x')
  await page.waitForSelector('text=other keys are typed')
  await page.keyboard.press('Control+j')
  await page.waitForSelector('text=In a terminal Ctrl+J goes to its program.')
  expect(await accessible(page)).toEqual([])
  await page.click('button >> text="Use it"')
  await row('messages').getByText('Ctrl+J').waitFor()
  await record('messages', 'Backspace')
  await row('messages').getByText('none').waitFor()
})

test('a key of one’s own works in a terminal, and the old one goes to the program', async () => {
  await settings()
  await record('new-terminal', 'Alt+j')
  await row('new-terminal').getByText('Alt+J').waitFor()
  await leave()
  await page.click('aside >> text=dev')
  await page.waitForSelector('.xterm-helper-textarea:focus')
  await page.keyboard.press('Alt+t')
  await expect.poll(() => daemon.typed.get(7) ?? '').toBe('\x1bt')
  await page.keyboard.press('Alt+j')
  await expect.poll(() => daemon.calls.some((c) => c.name === 'terminal.new')).toBe(true)
})

test('a browser that is logged in is shown by name, and logged out', async () => {
  await settings()
  await page.waitForSelector('[data-session="3"] >> text=Firefox on Linux')
  await page.waitForSelector('[data-session="3"] >> text=seen just now')
  await page.click('[data-session="3"] >> button')
  await expect.poll(() => daemon.calls.find((c) => c.name === 'session.revoke')?.input).toEqual({ id: 3 })
})
