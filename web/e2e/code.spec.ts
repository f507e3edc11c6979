// Files, changes and ended terminals, with a real daemon and a real repository.

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessible } from './axe'
import { launch } from './browser'
import { type Daemon, start } from './daemon'

const shots = join(import.meta.dirname, '../test-results/shots')

let browser: Browser
let daemon: Daemon
let page: Page
let repo: string
let agent: number
const errors: string[] = []

beforeAll(async () => {
  browser = await launch()
  daemon = await start()
  repo = makeRepo(join(daemon.home, 'repo'))
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  page = await context.newPage()
  page.on('pageerror', (e) => errors.push(e.message))
  await page.goto(await daemon.jun('url'))
  agent = Number(await daemon.jun('new', '--dir', repo, '"$JUN_BIN" demo-agent'))
  await page.waitForSelector(`[data-agent="${agent}"][data-status=idle]`)
})
afterAll(async () => {
  await browser?.close()
  await daemon?.stop()
  expect(errors).toEqual([])
})

/** makeRepo makes a repository with a branch that has both layers of changes. */
function makeRepo(dir: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', dir, '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args])
  mkdirSync(join(dir, 'src/login'), { recursive: true })
  const write = (path: string, text: string) => writeFileSync(join(dir, path), text)
  git('init', '-q', '-b', 'main')
  const lines = Array.from({ length: 60 }, (_, i) => `const line${i} = ${i}`)
  write('src/login/form.ts', `${lines.join('\n')}\n`)
  write('README.md', '# Shop\n')
  git('add', '.')
  git('commit', '-qm', 'first')
  git('checkout', '-qb', 'feat/login')
  lines[30] = 'const line30 = thirty(30)'
  write('src/login/form.ts', `${lines.join('\n')}\n`)
  git('commit', '-qam', 'second')
  write('README.md', '# Shop\n\nA shop.\n')
  write('src/new.ts', 'export {}\n')
  return dir
}

const show = (target: string) =>
  page.evaluate(
    (t) =>
      fetch('/api/call/workspace.show', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Junto-Window': sessionStorage.getItem('junto.window') ?? '' },
        body: JSON.stringify({ target: t }),
      }),
    target,
  )

test('the changes of an agent’s branch are shown in two layers', async () => {
  await page.focus(`[data-agent="${agent}"]`)
  await page.keyboard.press('d')
  await page.waitForSelector('h1 >> text=feat/login')
  const files = page.locator('[aria-label="Changed files"]').first()
  await expect
    .poll(() => files.textContent())
    .toMatch(/Not committed[\s\S]*new\.ts[\s\S]*README\.md[\s\S]*Committed[\s\S]*form\.ts/)
  await page.click('nav button >> text=form.ts')
  await page.waitForSelector('mark >> text=thirty')
  expect(await accessible(page)).toEqual([])
  await page.screenshot({ path: join(shots, 'diff-unified.png') })
  await page.click('[aria-label="Both sides beside each other"]')
  await page.waitForSelector('mark >> text=thirty')
  expect(await accessible(page)).toEqual([])
  await page.screenshot({ path: join(shots, 'diff-split.png') })
})

test('changes are shown as they are made', async () => {
  writeFileSync(join(repo, 'src/later.ts'), 'export const later = 1\n')
  await page.waitForSelector('nav >> text=later.ts')
})

test('comments on lines go to the agent as one message', async () => {
  await page.click('nav button >> text=form.ts')
  await page.click('[aria-label="Comment on line 29"]')
  await page.keyboard.press('Escape')
  for (let i = 0; i < 5; i++) await page.keyboard.press('j')
  await page.keyboard.press('c')
  await page.fill('textarea', 'Why a function?')
  await page.click('button >> text="Keep"')
  await page.waitForSelector('[aria-label=Comments] >> text=form.ts:31')
  await page.click('button >> text=Send 1 to Demo agent')
  await page.waitForSelector('[aria-label=Comments]', { state: 'detached' })
  await expect
    .poll(async () => JSON.stringify(await daemon.call('tool.screen', { id: agent, lines: 60 })))
    .toContain('Why a function?')
})

test('a file is shown with colours, found in, and read again when it is opened again', async () => {
  await show(`file:${repo}/src/login/form.ts`)
  await page.waitForSelector('.hl-keyword >> text=const')
  await page.fill('[name=line]', '60')
  await page.keyboard.press('Enter')
  await page.waitForSelector('[data-on] >> text=line59')
  await page.click('[aria-label^="Text of"]')
  await page.keyboard.press('Control+f')
  await page.keyboard.type('thirty')
  await page.waitForSelector('mark >> text=thirty')
  await page.waitForSelector('text=1 of 1')
  expect(await accessible(page)).toEqual([])
  await page.screenshot({ path: join(shots, 'file.png') })
  writeFileSync(join(repo, 'src/login/form.ts'), 'const other = 1\n')
  await show(`file:${repo}/src/login/form.ts`)
  await page.waitForSelector('code >> text=other')
})

test('what cannot be shown says so', async () => {
  writeFileSync(join(repo, 'data.bin'), Buffer.from([0, 1, 2, 0]))
  await show(`file:${repo}/data.bin`)
  await page.waitForSelector('text=A binary file has no text')
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  writeFileSync(join(repo, 'dot.png'), png)
  await show(`file:${repo}/dot.png`)
  await page.waitForSelector('img[alt="dot.png"]')
})

test('a path that a program prints opens the file at its line', async () => {
  const id = Number(await daemon.jun('new', '--dir', repo))
  await page.click(`[data-terminal-row="${id}"]`)
  await page.waitForSelector('.xterm-helper-textarea:focus')
  writeFileSync(join(repo, 'long.ts'), Array.from({ length: 90 }, (_, i) => `row${i + 1}`).join('\n'))
  await page.keyboard.type('clear; echo long.ts:77\n')
  await page.waitForSelector('.xterm-rows > div:first-child >> text=long.ts:77')
  const box = await page.locator('.xterm-screen').boundingBox()
  await page.mouse.move((box?.x ?? 0) + 24, (box?.y ?? 0) + 8)
  await page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + 8)
  await page.keyboard.down('Control')
  await page.mouse.click((box?.x ?? 0) + 30, (box?.y ?? 0) + 8)
  await page.keyboard.up('Control')
  await page.waitForSelector('[data-on] >> text=row77')
})

test('an ended terminal keeps its last screen, and a shell can go on there', async () => {
  const id = Number(await daemon.jun('new', '--dir', repo))
  await page.click(`[data-terminal-row="${id}"]`)
  await page.waitForSelector('.xterm-helper-textarea:focus')
  await page.keyboard.type('echo the last words; exit\n')
  await page.click('button >> text=New shell here')
  await page.waitForSelector('.xterm-helper-textarea:focus')
  await page.keyboard.type('pwd\n')
  await page.waitForSelector('.xterm-rows >> text=repo')
})
