// What axe-core finds on a page.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Result {
  violations: { id: string; help: string; nodes: { html: string }[] }[]
}

/** accessible lists the violations on the page as it is now: it should be empty. */
export async function accessible(page: Page): Promise<string[]> {
  await settled(page)
  // Not as a script element: the page's policy allows none but its own.
  await page.evaluate(source)
  const found = await page.evaluate(() => (window as unknown as { axe: { run(): Promise<Result> } }).axe.run())
  // A menu is drawn above the page, and belongs to its button.
  const outside = (v: Result['violations'][0]) =>
    v.id === 'region' && v.nodes.every((n) => n.html.includes('role="menu"'))
  return found.violations
    .filter((v) => !outside(v))
    .map((v) => `${v.id}: ${v.help}\n${v.nodes.map((n) => n.html).join('\n')}`)
}

/** settled waits until fonts are there and nothing moves. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.allSettled(document.getAnimations().map((a) => a.finished))
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })
}
