// The browser's own back and forward, with a real daemon.

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launch } from './browser'
import { type Daemon, start } from './daemon'

let browser: Browser
let daemon: Daemon
let context: BrowserContext
let page: Page
let ids: number[]

beforeAll(async () => {
  browser = await launch()
  daemon = await start()
  ids = [Number(await daemon.jun('new')), Number(await daemon.jun('new'))]
})
afterAll(async () => {
  await browser?.close()
  await daemon?.stop()
})
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  page = await context.newPage()
  await page.goto(await daemon.jun('url'))
  await page.waitForSelector('aside >> text=Daemon running')
  await page.click('aside >> text="Agents"')
  await agents()
  await at('#agents')
})
afterEach(() => context.close())

const open = async (id: number) => {
  await page.click(`[data-terminal-row="${id}"]`)
  await shown(id)
}
const shown = (id: number) => page.waitForSelector(`[data-terminal="${id}"]`)
const agents = () => page.waitForSelector('h1 >> text=Agents')
/** at waits until the browser has followed. */
const at = (hash: string) => expect.poll(() => new URL(page.url()).hash, { timeout: 20_000 }).toBe(hash)
const [a, b] = [() => ids[0] as number, () => ids[1] as number]

test('back and forward of the browser go where the person has been', async () => {
  await agents()
  await open(a())
  await open(b())
  await at(`#t${b()}`)
  await page.goBack()
  await shown(a())
  await page.goBack()
  await agents()
  await page.goForward()
  await shown(a())
  await page.goForward()
  await shown(b())
})

test('buttons of the page and of the browser walk the same way', async () => {
  await open(a())
  await open(b())
  await at(`#t${b()}`)
  await page.click('[aria-label="Back"]')
  await at(`#t${a()}`)
  await page.goForward()
  await shown(b())
  await page.click('[aria-label="Back"]')
  await at(`#t${a()}`)
  await shown(a())
  await page.goBack()
  await agents()
  await page.click('[aria-label="Forward"]')
  await shown(a())
  await at(`#t${a()}`)
})

test('several steps at once, and a visit after them, leave one way only', async () => {
  await open(a())
  await open(b())
  await at(`#t${b()}`)
  await page.evaluate(() => history.go(-2))
  await agents()
  await page.click('aside >> text="Messages"')
  await page.waitForSelector('h1 >> text=Messages')
  await at('#messages')
  await page.evaluate(() => history.forward())
  await page.goBack()
  await agents()
})

test('a reload stays where the person was, and the way back is kept', async () => {
  await open(a())
  await open(b())
  await page.reload()
  await shown(b())
  await page.waitForSelector('aside >> text=Daemon running')
  await page.goBack()
  await shown(a())
})

test('a link to a place opens it', async () => {
  await page.evaluate((id) => {
    location.hash = `#t${id}`
  }, b())
  await shown(b())
  await page.goBack()
  await agents()
  const other = await context.newPage()
  await other.goto(`${new URL(page.url()).origin}/#t${a()}`)
  await other.waitForSelector(`[data-terminal="${a()}"]`)
})

test('a browser that is logged out elsewhere is out at once', async () => {
  const other = await browser.newContext()
  const stranger = await other.newPage()
  await stranger.goto(await daemon.jun('url'))
  await stranger.waitForSelector('aside >> text=Daemon running')
  const sessions = (await daemon.call('session.list')) as { id: number; label: string }[]
  expect(sessions[0]?.label).toBe('Chrome on Linux')
  await daemon.call('session.revoke', { id: Math.max(...sessions.map((s) => s.id)) })
  await stranger.waitForSelector('text=jun url')
  await page.waitForSelector('aside >> text=Daemon running')
  await other.close()
})
