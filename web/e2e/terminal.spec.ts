// What a live terminal on the page sends, and what it never sends.

import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
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
  await daemon.serve(page)
  await page.goto(origin)
  await page.click('aside >> text=dev')
  await rows('README.md')
})
afterEach(() => page.context().close())

const rows = (text: string) => page.waitForSelector(`.xterm-rows >> text=${text}`)
const typed = (want: string) => expect.poll(() => daemon.typed.get(7) ?? '').toBe(want)

test('typed keys go to the terminal as bytes', async () => {
  await page.keyboard.type('echo ü')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Control+c')
  await typed('echo ü\r\x1b[A\x03')
})

test('the emulator answers no query, however it is asked', async () => {
  const queries = [
    '\x1b[c',
    '\x1b[>c',
    '\x1b[=c',
    '\x1b[5n',
    '\x1b[6n',
    '\x1b[?6n',
    '\x1b[?996n',
    '\x1b[?2026$p',
    '\x1b[4$p',
    '\x1b[>q',
    '\x1b[?u',
    '\x1b[14t',
    '\x1b[16t',
    '\x1b[18t',
    '\x1b[x',
    '\x1bP$qm\x1b\\',
    '\x1bP+q544e\x1b\\',
    '\x1b]4;1;?\x07',
    '\x1b]10;?\x07',
    '\x1b]11;?\x1b\\',
    '\x1b]12;?\x07',
    '\x1b]52;c;?\x07',
    '\x1b[?1004h',
    '\x1b[?2031h',
    '\x05',
  ]
  daemon.print(7, `${queries.join('')}asked`)
  await rows('asked')
  await page.keyboard.type('x')
  await typed('x')
})

test('a program that wants to know of the focus hears it from the page once', async () => {
  daemon.print(7, '\x1b[?1004hwants focus')
  await rows('wants focus')
  await page.keyboard.press('Control+Shift+k')
  await page.waitForSelector('[role=dialog]')
  await page.keyboard.press('Escape')
  await typed('\x1b[O\x1b[I')
})

test('a paste is cleaned, and framed where the program asked for it', async () => {
  daemon.print(7, '\x1b[?2004hready')
  await rows('ready')
  await paste('rm -rf /\r\nls\x1b[201~\x03')
  await typed('\x1b[200~rm -rf /\nls[201~\x1b[201~')
})

test('several lines are not pasted into a program that would run them, without asking', async () => {
  await paste('one\ntwo')
  await page.click('text=Cancel')
  await paste('one\ntwo')
  await page.click('button >> text="Paste"')
  await typed('one\rtwo')
})

test('Shift+Enter is told apart where the program asked for it', async () => {
  daemon.print(7, '\x1b[>1uready')
  await rows('ready')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+c')
  await typed('\x1b[13;2u\r\x1b[99;5u')
})

test('the page that types gives the terminal its size', async () => {
  await expect.poll(() => daemon.sizes.get(7)?.cols ?? 0).toBeGreaterThan(100)
  const before = daemon.sizes.get(7)
  const asked = daemon.said.filter((m) => m.t === 'resize').length
  await page.setViewportSize({ width: 900, height: 600 })
  await expect.poll(() => (daemon.sizes.get(7)?.cols ?? 0) < (before?.cols ?? 0)).toBe(true)
  await page.keyboard.type('x')
  await typed('x')
  // Asked once: what it is given must not make it ask again.
  expect(daemon.said.filter((m) => m.t === 'resize').length).toBe(asked + 1)
})

test('a dropped connection resumes where it was', async () => {
  daemon.print(7, 'before ')
  await rows('before')
  daemon.cut()
  await expect.poll(() => daemon.said.filter((m) => m.t === 'hello').length).toBe(2)
  await expect.poll(() => daemon.said.filter((m) => m.t === 'attach').at(-1)?.from).toBe('7')
  daemon.print(7, 'after')
  await rows('before after')
})

test('a snapshot replaces what was there', async () => {
  daemon.print(7, 'old words')
  await rows('old words')
  daemon.screens.set(7, 'new words')
  daemon.snapshot(7)
  await rows('new words')
  expect(await page.locator('.xterm-rows >> text=old words').count()).toBe(0)
})

test('acks keep the credit flowing', async () => {
  const line = `${'y'.repeat(99)}\r\n`
  for (let i = 0; i < 40; i++) daemon.print(7, line.repeat(100))
  const acked = () => Number(daemon.said.filter((m) => m.t === 'ack').at(-1)?.offset ?? 0)
  await expect.poll(acked, { timeout: 30_000 }).toBe(40 * 100 * 101)
  expect(daemon.said.filter((m) => m.t === 'ack').length).toBeLessThan(40)
})

test('scrolled-up stays put while output flows, with a way back down', async () => {
  daemon.print(7, Array.from({ length: 200 }, (_, i) => `line ${i}\r\n`).join(''))
  await rows('line 199')
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, -1200)
  await page.waitForSelector('text=Latest output')
  const top = await page.locator('.xterm-rows > div').first().textContent()
  daemon.print(7, 'more\r\n'.repeat(20))
  await page.waitForFunction(() => document.querySelector('.xterm-rows') !== null)
  expect(await page.locator('.xterm-rows > div').first().textContent()).toBe(top)
  await page.click('text=Latest output')
  await rows('more')
})

test('a search finds what has scrolled away', async () => {
  daemon.print(7, `the needle\r\n${'hay\r\n'.repeat(100)}`)
  await rows('hay')
  await page.keyboard.press('Control+Shift+f')
  await page.keyboard.type('needle')
  await page.waitForSelector('text=1 of 1')
  await rows('the needle')
  await page.keyboard.press('Escape')
  await page.keyboard.type('x')
  await typed('x')
})

test('prompts that a shell marks are gone to by keys', async () => {
  const command = (n: number) => `\x1b]133;A\x07$ command ${n}\r\n${`out ${n}\r\n`.repeat(60)}`
  daemon.print(7, command(1) + command(2) + command(3))
  await rows('out 3')
  await page.keyboard.press('Alt+PageUp')
  await rows('command 3')
  await page.keyboard.press('Alt+PageUp')
  await rows('command 2')
  await page.keyboard.press('Alt+PageDown')
  await rows('command 3')
})

test('the daemon asks before something that runs is ended', async () => {
  await page.click('[aria-label="Terminal actions"]')
  await page.click('text=End terminal…')
  await page.waitForSelector('[role=alertdialog] >> text=claude runs in it')
  await page.click('text=Cancel')
  await expect
    .poll(() => daemon.calls.map((c) => c.name).slice(-2))
    .toEqual(['workspace.end_terminal', 'workspace.cancel_dialog'])
  await page.click('[aria-label="Terminal actions"]')
  await page.click('text=End terminal…')
  await page.click('[role=alertdialog] >> button >> text="End terminal"')
  await expect.poll(() => daemon.calls.at(-1)?.name).toBe('workspace.accept_dialog')
})

test('the daemon knows while a dialog of the page waits for the person', async () => {
  await page.keyboard.press('Control+Shift+k')
  await expect.poll(() => daemon.scene.dialog?.kind).toBe('palette')
  await page.keyboard.press('Escape')
  await expect.poll(() => daemon.scene.dialog).toBe(undefined)
  await paste('one\ntwo')
  await expect.poll(() => daemon.scene.dialog?.kind).toBe('form')
})

test('a refusal shows the words of the daemon and the next step', async () => {
  daemon.answers['terminal.new'] = () => {
    throw new Error('there are 200 terminals')
  }
  await page.keyboard.press('Alt+t')
  await page.waitForSelector('text=there are 200 terminals')
  await page.waitForSelector('text=try another')
})

test('an expired login says how to log in', async () => {
  daemon.loggedIn = false
  daemon.cut()
  await page.waitForSelector('text=jun url')
})

/** paste puts a text on the clipboard of an event, as the browser does. */
function paste(text: string) {
  return page.evaluate((t) => {
    const data = new DataTransfer()
    data.setData('text/plain', t)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, text)
}
