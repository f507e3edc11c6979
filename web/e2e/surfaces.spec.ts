// Each main surface, in both themes: what axe-core finds, and a picture of it
// in test-results/shots.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessible, settled } from './axe'
import { launch } from './browser'
import { setScene } from './scene'
import { origin, StandIn } from './standin'

const shots = join(import.meta.dirname, '../test-results/shots')

let browser: Browser
beforeAll(async () => {
  mkdirSync(shots, { recursive: true })
  browser = await launch()
})
afterAll(() => browser?.close())

interface Surface {
  name: string
  reach(page: Page): Promise<unknown>
  phone?: boolean
}

const surfaces: Surface[] = [
  { name: 'agents', reach: async () => {} },
  {
    name: 'peek',
    reach: (p) =>
      p.click('[data-agent="1"] >> text=Peek').then(() => p.waitForSelector('.xterm-rows >> text=Bash command')),
  },
  {
    name: 'terminal',
    reach: (p) => p.click('aside >> text=dev').then(() => p.waitForSelector('.xterm-rows >> text=README')),
  },
  { name: 'messages', reach: (p) => p.click('aside >> text="Messages"') },
  { name: 'palette', reach: (p) => p.keyboard.press('Control+k') },
  { name: 'settings', reach: (p) => p.click('[aria-label="Settings"]') },
  { name: 'shortcuts', reach: (p) => p.keyboard.press('?') },
  { name: 'phone-agents', phone: true, reach: async () => {} },
  { name: 'phone-peek', phone: true, reach: (p) => p.click('[data-agent="1"] >> text=Peek') },
  { name: 'phone-sidebar', phone: true, reach: (p) => p.click('[aria-label="Open the sidebar"]') },
]

describe.each(['dark', 'light'] as const)('in the %s theme', (theme) => {
  test.each(surfaces)('$name is drawn and accessible', async ({ name, reach, phone }) => {
    const viewport = phone ? { width: 390, height: 844 } : { width: 1440, height: 900 }
    const context = await browser.newContext({
      viewport,
      colorScheme: theme,
      reducedMotion: 'reduce',
      hasTouch: phone ?? false,
    })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (e) => errors.push(e.message))
    page.on('console', (m) => m.type() === 'error' && errors.push(m.text()))
    const daemon = new StandIn()
    setScene(daemon)
    await daemon.serve(page)
    await page.goto(origin)
    await page.waitForSelector('[data-agent]')
    await reach(page)
    await settled(page)
    await page.screenshot({ path: join(shots, `${name}-${theme}.png`) })
    const found = await accessible(page)
    await context.close()
    expect(found).toEqual([])
    expect(errors).toEqual([])
  })
})
