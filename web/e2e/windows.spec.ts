// Two windows and none: what a program changes, what both show, who is told.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { launch } from './browser'
import { type Daemon, start } from './daemon'

const shots = join(import.meta.dirname, '../test-results/shots')

let browser: Browser
let daemon: Daemon
let a: Page
let b: Page
const errors: string[] = []

beforeAll(async () => {
  mkdirSync(shots, { recursive: true })
  browser = await launch()
  daemon = await start()
  a = await openWindow()
  b = await openWindow()
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await a.screenshot({ path: join(shots, 'failed-window-a.png') })
  await b.screenshot({ path: join(shots, 'failed-window-b.png') })
})
afterAll(async () => {
  await browser?.close()
  await daemon?.stop()
  expect(errors).toEqual([])
})

interface Told {
  title: string
  body: string
}

/** openWindow is a browser window of its own, which notes what it tells on the desktop. */
async function openWindow(): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 760 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.on('pageerror', (e) => errors.push(e.message))
  await page.addInitScript(() => {
    const told: Told[] = []
    Object.assign(window, { told })
    class Noted {
      static readonly permission = 'granted'
      static requestPermission = async () => 'granted'
      constructor(title: string, options: { body?: string }) {
        told.push({ title, body: options.body ?? '' })
      }
      close() {}
    }
    Object.assign(window, { Notification: Noted })
    localStorage.setItem('junto.settings', JSON.stringify({ notifications: true }))
  })
  await page.goto(await daemon.jun('url'))
  await page.waitForSelector('aside >> text=Daemon running')
  return page
}

const told = (page: Page) => page.evaluate(() => (window as unknown as { told: Told[] }).told)
const toasts = (page: Page) => page.locator('[aria-label=Notices] li').allTextContents()

/** away makes the page one that the person does not look at. */
const away = (page: Page, is: boolean) =>
  page.evaluate((is) => {
    document.hasFocus = () => !is
    window.dispatchEvent(new Event(is ? 'blur' : 'focus'))
  }, is)

/** be goes with the person to a window. */
async function be(page: Page): Promise<void> {
  await away(page === a ? b : a, true)
  await away(page, false)
}

/** ask makes a call as the page does. */
const ask = (page: Page, name: string, input: unknown) =>
  page.evaluate(
    ([name, body]) =>
      fetch(`/api/call/${name}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Junto-Window': sessionStorage.getItem('junto.window') ?? '' },
        body: body ?? '',
      }).then((r) => r.ok),
    [name, JSON.stringify(input)] as const,
  )

async function openTerminal(page: Page, ...command: string[]): Promise<number> {
  const id = Number(await daemon.jun('new', ...command))
  await page.click(`[data-terminal-row="${id}"]`)
  await page.waitForSelector(`[data-terminal="${id}"] .xterm-helper-textarea:focus`)
  return id
}

const rows = (page: Page, text: string) => page.waitForSelector(`.xterm-rows >> text=${text}`)

test('a program changes the window that the person is with, and no other', async () => {
  await be(a)
  const one = await openTerminal(a)
  const two = Number(await daemon.jun('new'))
  await be(b)
  await b.click('aside >> text="Messages"')
  await b.waitForSelector('h1 >> text=Messages')
  // The person was last in b, and with no terminal there.
  await daemon.type(one, `clear; "$JUN_BIN" tool open terminal:${two}; echo status $?\n`)
  await rows(a, 'the user is not with you')
  await rows(a, 'status 1')
  await be(a)
  await a.keyboard.type(`clear; "$JUN_BIN" tool open terminal:${two}\n`)
  await a.waitForSelector(`[data-terminal="${two}"] .xterm-helper-textarea:focus`)
  await b.waitForSelector('h1 >> text=Messages')
  await a.keyboard.type(`"$JUN_BIN" tool back\n`)
  await a.waitForSelector(`[data-terminal="${one}"] .xterm-helper-textarea:focus`)
  await a.keyboard.type('clear; "$JUN_BIN" tool open perspective:Side\n')
  await a.waitForSelector('[aria-current=location] >> text=Side')
  await b.waitForSelector('h1 >> text=Messages')
  await b.waitForSelector('aside >> text=Side')
})

test('deleting a perspective with terminals waits for the person, and says so', async () => {
  await be(a)
  const id = await openTerminal(a)
  await a.keyboard.type('clear; "$JUN_BIN" tool open perspective:Doomed\n')
  await a.waitForSelector('[aria-current=location] >> text=Doomed')
  await a.click(`[data-terminal-row="${id}"]`)
  await a.waitForSelector(`[data-terminal="${id}"] .xterm-helper-textarea:focus`)
  const inner = await openTerminal(a)
  await a.keyboard.type('clear; "$JUN_BIN" tool close perspective:Main; echo status $?\n')
  await a.waitForSelector('[role=alertdialog]')
  await expect
    .poll(async () => JSON.stringify(await daemon.call('tool.screen', { id: inner, lines: 20 })))
    .toContain('waiting for the user to confirm')
  await a.keyboard.press('Escape')
  await a.waitForSelector('[role=alertdialog]', { state: 'detached' })
  await a.waitForSelector('[aria-label^="Actions of Main in Global"]', { state: 'attached' })
})

test('what one window reads is read in the other', async () => {
  const id = await openTerminal(a)
  await a.keyboard.type(`"$JUN_BIN" tool message --title 'For both' --kind warn --link terminal:${id} 'Some words.'\n`)
  await a.waitForSelector('aside >> text=1 unread')
  await b.waitForSelector('aside >> text=1 unread')
  await b.click('aside >> text="Messages"')
  await b.click('button >> text=Mark all read')
  await a.waitForSelector('aside >> text=1 unread', { state: 'detached' })
  await a.click(`[data-terminal="${id}"] .xterm-screen`)
  await a.keyboard.type(`"$JUN_BIN" tool message update 1 --kind done 'All is well.'\n`)
  await b.waitForSelector('blockquote >> text=All is well.')
  await b.waitForSelector('[data-kind=done]')
})

test('an agent that begins to wait is told once, in one window, and never where it is looked at', async () => {
  await be(a)
  const id = await openTerminal(a, '"$JUN_BIN" demo-agent')
  await a.waitForSelector(`[data-terminal-row="${id}"] >> text=idle`)
  await a.keyboard.type('ask\r')
  await expect.poll(() => a.title()).toBe('(1) Junto')
  await expect.poll(() => b.title()).toBe('(1) Junto')
  expect(await toasts(a)).toEqual([])
  expect([...(await told(a)), ...(await told(b))]).toEqual([])
  await a.keyboard.press('Escape')
  await expect.poll(() => a.title()).toBe('Junto')
  // Now the person is elsewhere: in no window at all.
  await a.click('aside >> text="Messages"')
  await away(a, true)
  await away(b, true)
  expect(await ask(a, 'tool.send', { id, text: 'ask' })).toBe(true)
  await expect.poll(async () => [...(await told(a)), ...(await told(b))].length).toBe(1)
  const [notice] = [...(await told(a)), ...(await told(b))]
  expect(notice?.title).toContain('waits for you')
  await expect.poll(() => a.title()).toBe('(1) Junto')
  expect(await a.getAttribute('link[rel=icon]', 'href')).toContain('waiting')
})

test('a program’s own notification is cleaned, and told at most once a second', async () => {
  await be(a)
  const id = Number(await daemon.jun('new'))
  await a.click('aside >> text="Messages"')
  await a.waitForSelector('h1 >> text=Messages')
  await daemon.type(
    id,
    `for i in 1 2 3 4 5; do printf '\\033]9;Built\\342\\200\\256 %s\\007' $i; done; printf '\\033]9;4;1;50\\007'; sleep 30\n`,
  )
  await a.waitForSelector('[aria-label=Notices] >> text=Built 1')
  await a.waitForSelector(`[data-terminal-row="${id}"] [role=progressbar][aria-valuenow="50"]`)
  expect((await toasts(a)).filter((t) => t.includes('Built'))).toHaveLength(1)
  expect((await toasts(b)).filter((t) => t.includes('Built'))).toHaveLength(0)
})

test('with no window at all a program is told that nobody is with it, and messages wait', async () => {
  const id = await openTerminal(a)
  await a.context().close()
  await b.context().close()
  // A window that is gone for a moment may only be loading again: it counts a little longer.
  await daemon.type(
    id,
    `clear; while "$JUN_BIN" tool open file:/etc/passwd; do sleep 1; done; "$JUN_BIN" tool message --title 'For later'; echo status $?\n`,
  )
  const screen = async () => JSON.stringify(await daemon.call('tool.screen', { id, lines: 20 }))
  await expect.poll(screen).toContain('status 0')
  expect(await screen()).toContain('the user is not with you')
  a = b = await openWindow()
  await a.waitForSelector('aside >> text=For later')
})
