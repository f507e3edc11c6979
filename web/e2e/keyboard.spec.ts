// A person who has no mouse: everything is reached by keys, and the focus is
// seen wherever it is.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launch } from './browser'
import { type Daemon, start } from './daemon'
import { onBranch } from './repos'
import { open, surfaces } from './surfaces'

const shots = join(import.meta.dirname, '../test-results/shots')

let browser: Browser
beforeAll(async () => {
  mkdirSync(shots, { recursive: true })
  browser = await launch()
})
afterAll(() => browser?.close())

interface Stop {
  name: string
  /** What shows that it has the focus. */
  ring: boolean
}

/** stop is what has the focus. */
const stop = (page: Page) =>
  page.evaluate((): Stop => {
    const el = document.activeElement as HTMLElement
    const labelled = (el.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id))
    const label = (el as HTMLInputElement).labels?.[0]?.textContent
    const name = [el.ariaLabel, ...labelled.map((l) => l?.textContent), label, el.textContent, el.title].find(Boolean)
    const outlined = (of: Element, pseudo?: string) => {
      const s = getComputedStyle(of, pseudo)
      return (
        (s.outlineStyle !== 'none' && Number.parseFloat(s.outlineWidth) > 0) ||
        (pseudo !== undefined && s.boxShadow !== 'none')
      )
    }
    const framed = el.parentElement !== null && outlined(el.parentElement, '::after')
    const ring = el === document.body || outlined(el) || framed
    return { name: (name ?? '').trim(), ring }
  })

describe.each(['agents', 'messages', 'diff-unified', 'file', 'settings', 'shortcuts', 'splits'])('on %s', (name) => {
  test('each stop of the Tab key has a name and shows the focus', async () => {
    const surface = surfaces.find((s) => s.name === name)
    if (!surface) throw new Error(`there is no surface ${name}`)
    const { page } = await open(browser, surface, 'dark')
    // From the middle of a terminal Tab goes to its program: begin outside of it.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    const bad: string[] = []
    for (let i = 0; i < 45; i++) {
      await page.keyboard.press('Tab')
      const [inTerminal, guard] = await page.evaluate(() => [
        document.activeElement?.closest('.xterm') !== null,
        document.activeElement?.closest('[data-base-ui-focus-guard]') !== null,
      ])
      if (inTerminal) break
      if (guard) continue // the end of a dialog, which leads back to its beginning
      const { name, ring } = await stop(page)
      if (!name || !ring) bad.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160) ?? ''))
    }
    await page.context().close()
    expect([...new Set(bad)]).toEqual([])
  })
})

describe('with a real daemon', () => {
  let daemon: Daemon
  let page: Page
  const errors: string[] = []
  beforeAll(async () => {
    daemon = await start()
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
    page = await context.newPage()
    page.on('pageerror', (e) => errors.push(e.message))
    await page.goto(await daemon.jun('url'))
    await page.waitForSelector('aside >> text=Daemon running')
  })
  afterEach(({ task }) => {
    if (task.result?.state === 'fail')
      return page.screenshot({ path: join(shots, `failed-${task.name.slice(0, 40)}.png`) })
  })
  afterAll(async () => {
    await daemon?.stop()
    expect(errors).toEqual([])
  })

  const palette = async (words: string) => {
    await page.keyboard.press('Control+Shift+k')
    await page.waitForSelector('[role=dialog] input:focus')
    await page.keyboard.type(words)
    await page.keyboard.press('Enter')
    await page.waitForSelector('[role=dialog] [cmdk-input]', { state: 'detached' })
  }
  const focused = (selector: string) => page.waitForSelector(`${selector}:focus, ${selector} :focus`)

  test('a project is added, gets a perspective, and the perspective is deleted', async () => {
    const dir = join(daemon.home, 'shop')
    mkdirSync(dir)
    await palette('add a project')
    await focused('[role=dialog]')
    await page.keyboard.type(dir)
    await page.keyboard.press('Enter')
    await page.waitForSelector('aside >> text=shop')
    await palette('new perspective')
    await focused('[role=dialog]')
    await page.keyboard.type('Review')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[aria-current=location] >> text=Review')
    await page.focus('[aria-label="Actions of Review in shop"]')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[role=menu]')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    // Nothing is in it: nothing is asked.
    await page.waitForSelector('[aria-label="Actions of Review in shop"]', { state: 'detached' })
    await page.waitForSelector('[aria-current=location] >> text=Main')
  })

  test('terminals are opened, split, left for another pane, closed and taken back', async () => {
    await page.keyboard.press('Alt+t')
    await page.waitForSelector('.xterm-helper-textarea:focus')
    await page.keyboard.press('Alt+\\')
    await expect.poll(() => page.locator('[data-pane]').count()).toBe(2)
    await page.keyboard.press('Alt+t')
    await expect.poll(() => page.locator('.xterm').count()).toBe(2)
    await page.waitForSelector('.xterm-helper-textarea:focus')
    await page.keyboard.type('echo right $((1+1))\n')
    await page.waitForSelector('.xterm-rows >> text=right 2')
    await page.keyboard.press('Alt+o')
    await page.waitForFunction(
      () => document.activeElement?.closest('[data-pane]') === document.querySelectorAll('[data-pane]')[0],
    )
    await page.keyboard.type('echo left $((1+2))\n')
    await page.waitForSelector('.xterm-rows >> text=left 3')
    await page.keyboard.press('Alt+w')
    await expect.poll(() => page.locator('[data-pane]').count()).toBe(1)
    await page.keyboard.press('Alt+Shift+t')
    await page.waitForSelector('.xterm-rows >> text=left 3')
  })

  test('an agent is found, looked at, answered and reviewed', async () => {
    const repo = onBranch(join(daemon.home, 'code'), { 'a.txt': 'one\n', 'b.txt': 'one\n' }, 'feat/keys')
    repo.write({ 'a.txt': 'two\n', 'b.txt': 'two\n' })
    const id = Number(await daemon.jun('new', '--dir', repo.dir, '"$JUN_BIN" demo-agent'))
    await page.keyboard.press('Alt+a')
    await page.waitForSelector(`[data-agent="${id}"][data-status=idle] >> text=feat/keys`)
    await page.keyboard.press('j')
    await focused(`[data-agent="${id}"]`)
    await page.keyboard.press('Enter')
    await page.waitForSelector('[aria-label^="Peek at"] textarea:focus')
    await page.waitForSelector('[aria-label^="Peek at"] >> text=in 2 files')
    await page.keyboard.type('ask')
    await page.keyboard.press('Enter')
    await page.waitForSelector(`[data-agent="${id}"][data-status=waiting]`)
    await page.keyboard.press('Escape')
    await page.waitForSelector('[aria-label^="Peek at"]', { state: 'detached' })
    // The card is another one now that the agent waits; the key finds it again.
    await page.keyboard.press('n')
    await focused(`[data-agent="${id}"]`)
    await page.keyboard.press('d')
    await page.waitForSelector('section[aria-label="Changes of a.txt"]')
    await focused('nav[aria-label="Changed files"]')
    await page.keyboard.press('ArrowDown')
    await page.waitForSelector('section[aria-label="Changes of b.txt"]')
    await page.keyboard.press('[')
    await page.waitForSelector('section[aria-label="Changes of a.txt"] [data-kind=add]')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await focused('[role=group][aria-label="Changes of a.txt"]')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('c')
    await page.waitForSelector('textarea:focus')
    await page.keyboard.type('Why?')
    await page.keyboard.press('Control+Enter')
    await page.waitForSelector('[aria-label=Comments] >> text=Why?')
    await page.keyboard.press('Control+[')
    await page.waitForSelector('h1 >> text=Agents')
    await page.keyboard.press('Control+]')
    await page.waitForSelector('[aria-label=Comments] >> text=Why?')
  })

  test('the peek drawer is closed from within its terminal', async () => {
    await page.keyboard.press('Alt+a')
    await page.keyboard.press('Alt+n')
    await page.waitForSelector('[aria-label^="Peek at"] textarea:focus')
    await page.click('[aria-label^="Peek at"] .xterm-screen')
    await page.waitForSelector('[aria-label^="Peek at"] .xterm-helper-textarea:focus')
    await page.keyboard.press('Alt+w')
    await page.waitForSelector('[aria-label^="Peek at"]', { state: 'detached' })
    await page.waitForSelector('h1 >> text=Agents')
  })

  test('a file is read, gone to a line of, and searched', async () => {
    const path = join(daemon.home, 'long.txt')
    writeFileSync(path, Array.from({ length: 300 }, (_, i) => `row ${i + 1}`).join('\n'))
    await page.evaluate(
      (target) =>
        fetch('/api/call/workspace.show', {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'X-Junto-Window': sessionStorage.getItem('junto.window') ?? '',
          },
          body: JSON.stringify({ target }),
        }),
      `file:${path}`,
    )
    await focused('[aria-label^="Text of"]')
    await page.keyboard.press('Control+g')
    await page.keyboard.type('250')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[data-on] >> text=row 250')
    await focused('[aria-label^="Text of"]')
    await page.keyboard.press('Control+f')
    await page.keyboard.type('row 77')
    await page.waitForSelector('[data-on] >> text=row 77')
  })

  test('messages are gone to, read and followed', async () => {
    const id = Number(await daemon.jun('new'))
    await daemon.type(id, `"$JUN_BIN" tool message --title 'Look here' --kind ask --link terminal:${id}\n`)
    await page.waitForSelector('aside >> text=Look here')
    await page.keyboard.press('Alt+m')
    await page.waitForSelector('h1 >> text=Messages')
    await page.focus('main >> text=Look here')
    await page.keyboard.press('Enter')
    await page.waitForSelector(`[data-terminal="${id}"] .xterm-helper-textarea:focus`)
  })
})
