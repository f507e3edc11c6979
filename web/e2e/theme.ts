// Each surface, in one theme: what axe-core finds, whether the main ones look
// as they did, and a picture of each in test-results/shots.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessible, settled } from './axe'
import { launch } from './browser'
import { unlike } from './pictures'
import { open, surfaces } from './surfaces'

const shots = join(import.meta.dirname, '../test-results/shots')

/** inTheme tests every surface in a theme. Each theme is a suite of its own, so that the two run beside each other. */
export function inTheme(theme: 'dark' | 'light'): void {
  let browser: Browser
  let tool: Page
  beforeAll(async () => {
    mkdirSync(shots, { recursive: true })
    browser = await launch()
    tool = await browser.newPage()
  })
  afterAll(() => browser?.close())

  test.each(surfaces)('$name is drawn and accessible', { timeout: 120_000 }, async (surface) => {
    const { page, errors } = await open(browser, surface, theme)
    await settled(page)
    const name = `${surface.name}-${theme}`
    const shot = await page.screenshot({ path: join(shots, `${name}.png`), animations: 'disabled' })
    const found = await accessible(page)
    await page.context().close()
    expect(found).toEqual([])
    expect(errors).toEqual([])
    if (surface.kept) expect(await unlike(tool, name, shot)).toBe('')
  })

  test('a surface without one of its buttons does not look as it did', async () => {
    const settings = surfaces.find((s) => s.name === 'settings')
    if (!settings) throw new Error('there is no such surface')
    const { page } = await open(browser, settings, theme)
    await page.$eval('[role=dialog] h2', (h) => h.parentElement?.nextElementSibling?.firstElementChild?.remove())
    await settled(page)
    const shot = await page.screenshot({ animations: 'disabled' })
    await page.context().close()
    expect(await unlike(tool, `settings-${theme}`, shot, true)).toContain('does not look as it did')
  })
}
