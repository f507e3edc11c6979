// An emulator is thrown away when its tab is left, and another takes its place
// when the person comes back: nothing that can be seen or typed tells them apart.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from './browser'
import { type Daemon, start } from './daemon'

let browser: Browser
let daemon: Daemon
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await launch()
  daemon = await start()
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  page = await context.newPage()
  await page.goto(await daemon.jun('url'))
  await page.waitForSelector('aside >> text=Daemon running')
})
afterAll(async () => {
  await browser?.close()
  await daemon?.stop()
})

/** A program with colours, wide and joined signs, a region, a cursor that is
 * elsewhere, and modes; then it shows each key that it is sent. */
const program = `
i=0; while [ $i -lt 400 ]; do i=$((i+1)); printf '\\033[3%dmline %d\\033[m of many, \\344\\275\\240\\345\\245\\275\\n' $((i % 8)) $i; done
printf '\\033[1;4;38;2;200;100;50mtrue colour\\033[m \\033[7mreverse\\033[m \\033[9mstruck\\033[m e\\314\\201\\n'
printf '\\033[?1h\\033[?2004h\\033[4 qready'
stty -echo -icanon; exec cat -v
`

/** Browsers start slowly on a busy machine. */
const slow = { timeout: 20_000, interval: 300 }

const row = (id: number) => `[data-terminal-row="${id}"]`
const rows = (text: string) => page.waitForSelector(`.xterm-rows >> text=${text}`)
/** What is drawn, but for the hundredths of a pixel by which letters are spaced. */
const drawn = async () => (await page.locator('.xterm-rows').innerHTML()).replace(/ style="[^"]*"/g, '')
const first = () => page.locator('.xterm-rows > div').first().textContent()

async function begin(): Promise<number> {
  const script = join(daemon.home, 'program.sh')
  writeFileSync(script, program)
  const id = Number(await daemon.jun('new', `sh ${script}`))
  await page.click(row(id))
  await rows('ready')
  await page.waitForSelector('.xterm-helper-textarea:focus')
  return id
}

/** away leaves the terminal and comes back. */
async function away(id: number): Promise<void> {
  await page.click('aside >> text="Agents"')
  await page.waitForSelector('.xterm', { state: 'detached' })
  await page.click(row(id))
  await page.waitForSelector('.xterm-helper-textarea:focus')
}

test('screen, cursor and modes are as before', async () => {
  const id = await begin()
  await away(id)
  await rows('ready')
  const before = await drawn()
  await away(id)
  await rows('ready')
  await expect.poll(drawn, slow).toBe(before)
  await page.keyboard.press('ArrowUp')
  await rows('^[OA')
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', 'pasted')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await rows('200~pasted')
})

test('the scrollback is there, and the person is where they had scrolled to', async () => {
  const id = await begin()
  await page.mouse.move(600, 400)
  const bottom = await first()
  await page.mouse.wheel(0, -300)
  await page.waitForSelector('text=Latest output')
  // It scrolls smoothly: until it stands still.
  let top: string | null = ''
  await expect
    .poll(async () => {
      const before = top
      top = await first()
      return top === before && top !== bottom
    }, slow)
    .toBe(true)
  const before = await drawn()
  await away(id)
  await page.waitForSelector('text=Latest output')
  await expect.poll(first, slow).toBe(top)
  await expect.poll(drawn, slow).toBe(before)
  // More was printed while nobody looked.
  await page.click('aside >> text="Agents"')
  await page.waitForSelector('.xterm', { state: 'detached' })
  await daemon.type(id, 'a\n'.repeat(30))
  await page.click(row(id))
  await page.waitForSelector('text=Latest output')
  await expect.poll(first, slow).toBe(top)
  await page.click('text=Latest output')
  await page.waitForSelector('text=Latest output', { state: 'detached' })
  await page.mouse.move(600, 400)
  const up = async () => {
    for (let i = 0; i < 50; i++) await page.mouse.wheel(0, -100)
    return (await first())?.trim()
  }
  await expect.poll(up, slow).toContain('program.sh') // the command, above all that it printed
})

test('the first prompt after a flood is not behind it, and its scrollback follows', async () => {
  const id = Number(await daemon.jun('new'))
  await page.click(row(id))
  await page.waitForSelector('.xterm-helper-textarea:focus')
  await page.keyboard.type('seq 1 300000; echo end $((40+2))\n')
  await rows('end 42')
  await page.mouse.move(600, 400)
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, -200)
      return page.locator('text=Latest output').count()
    }, slow)
    .toBe(1)
  await rows('2999')
})
