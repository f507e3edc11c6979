// The surfaces of the page, and how a person comes to each.

import type { Browser, Page } from 'playwright-core'
import { changes, setCode } from './code-scene'
import { noon, setScene } from './scene'
import { origin, StandIn } from './standin'
import { withTabs } from './workspace'

export type Theme = 'dark' | 'light'

export interface Surface {
  name: string
  /** How a person comes to it. */
  reach(page: Page, daemon: StandIn): Promise<unknown>
  /** What is there once it is drawn. */
  shows: string
  phone?: boolean
  /** Its picture is compared with the one that is kept. */
  kept?: boolean
  /** Changes the scene before the page is opened. */
  set?(daemon: StandIn): void
}

const show = (content: string) => async (_: Page, d: StandIn) => {
  d.open(content)
}
const press = (keys: string) => (p: Page) => p.keyboard.press(keys)
const click = (selector: string) => (p: Page) => p.click(selector)
const diff = async (p: Page, d: StandIn) => {
  d.open('diff:/src/web')
  await p.click('[data-path="src/login/form.tsx"]')
  await p.waitForSelector('mark >> text=FieldError')
}
const rows = (text: string) => `.xterm-rows >> text=${text}`

/** alone is a workspace in which nothing runs and nothing was said. */
function alone(d: StandIn): void {
  d.terminals = []
  d.messages = []
}

export const surfaces: Surface[] = [
  { name: 'agents', shows: 'h1 >> text=Agents', reach: async () => {} },
  { name: 'peek', shows: rows('Bash command'), kept: true, reach: click('[data-agent="1"] >> text=Peek') },
  { name: 'terminal', shows: rows('README'), kept: true, reach: click('aside >> text=dev') },
  { name: 'messages', shows: 'h1 >> text=Messages', kept: true, reach: click('aside >> text="Messages"') },
  { name: 'diff-unified', shows: 'mark >> text=FieldError', kept: true, reach: diff },
  {
    name: 'diff-split',
    shows: '[aria-pressed=true] >> nth=0',
    kept: true,
    reach: async (p, d) => {
      await diff(p, d)
      await p.click('[aria-label="Both sides beside each other"]')
      await p.waitForSelector('mark >> text=FieldError')
    },
  },
  {
    name: 'diff-comment',
    shows: '[aria-label=Comments]',
    reach: async (p, d) => {
      await diff(p, d)
      await p.click('[aria-label="Comment on added line 2"]')
      await p.fill('textarea', 'Is this one of the design system?')
      await p.click('button >> text="Keep"')
      await p.click('[aria-label="Comment on added line 8"]')
    },
  },
  {
    name: 'diff-image',
    shows: 'img[alt$=after]',
    reach: async (p, d) => {
      await diff(p, d)
      await p.click('[data-path="public/logo.png"]')
    },
  },
  {
    name: 'diff-large',
    shows: 'text=Show them',
    reach: async (p, d) => {
      await diff(p, d)
      await p.click('[data-path="src/toast.ts"]')
    },
  },
  {
    name: 'diff-problem',
    shows: '[role=alert]',
    reach: show('diff:/src/web'),
    set: (d) => {
      d.answers['diff.get'] = () => ({
        ...changes,
        committed: {
          files: [],
          total: 0,
          added: 0,
          deleted: 0,
          error: { type: 'Refused', message: 'git diff-tree: bad object 4be1ac90', next_step: 'run `git fsck`' },
        },
      })
    },
  },
  { name: 'file', shows: '.hl-keyword >> nth=0', kept: true, reach: show('file:/src/web/src/login/form.tsx') },
  { name: 'file-image', shows: 'img', reach: show('file:/src/web/public/logo.png') },
  { name: 'file-binary', shows: 'text=binary file', reach: show('file:/src/web/data.bin') },
  { name: 'file-huge', shows: 'text=its beginning', reach: show('file:/src/web/server.log') },
  { name: 'ended', shows: rows('last words'), reach: show('ended:4.3') },
  { name: 'palette', shows: '[role=dialog]', kept: true, reach: press('Control+k') },
  { name: 'settings', shows: '[role=dialog]', kept: true, reach: click('[aria-label="Settings"]') },
  { name: 'shortcuts', shows: '[role=dialog]', kept: true, reach: press('?') },
  {
    name: 'confirm',
    shows: '[role=alertdialog]',
    reach: async (p) => {
      await p.click('aside >> text=dev', { button: 'right' })
      await p.click('text=End terminal…')
    },
  },
  { name: 'form', shows: '[role=dialog]', reach: click('[aria-label="Add a project"]') },
  {
    name: 'toasts',
    shows: '[aria-label=Notices] li >> nth=1',
    set: (d) => {
      d.answers['terminal.new'] = () => {
        throw new Error('there are 200 terminals, and no more may run')
      }
    },
    reach: async (p, d) => {
      await p.click('[aria-label="New terminal"]')
      d.news({
        kind: 'notice',
        notice: { id: 1, time: '', terminal: 1, project: 'web', reason: 'waiting', title: 'Fix the login form' },
      })
    },
  },
  { name: 'nobody', shows: 'text=No agent runs', set: alone, reach: async () => {} },
  {
    name: 'no-tabs',
    shows: 'text=Nothing is open here',
    set: (d) => {
      alone(d)
      d.scene = withTabs(d.scene, [], 0)
    },
    reach: async () => {},
  },
  {
    name: 'splits',
    shows: rows('README'),
    set: (d) => d.split(['terminal:7', 'panel:agents', 'file:/src/web/src/login/form.tsx']),
    reach: async () => {},
  },
  { name: 'menu', shows: '[role=menu]', reach: click('[aria-label="Pane actions"]') },
  {
    name: 'login',
    shows: 'text=not logged in',
    kept: true,
    set: (d) => {
      d.loggedIn = false
    },
    reach: async () => {},
  },
  {
    name: 'out-of-reach',
    shows: 'text=Try now',
    reach: async (_, d) => {
      d.down = true
      d.cut()
    },
  },
  { name: 'phone-agents', phone: true, kept: true, shows: 'h1 >> text=Agents', reach: async () => {} },
  {
    name: 'phone-peek',
    phone: true,
    kept: true,
    shows: rows('Bash command'),
    reach: click('[data-agent="1"] >> text=Peek'),
  },
  { name: 'phone-messages', phone: true, shows: 'h1 >> text=Messages', reach: show('panel:messages') },
  { name: 'phone-diff', phone: true, shows: 'mark >> text=FieldError', reach: diff },
  { name: 'phone-file', phone: true, shows: '.hl-keyword >> nth=0', reach: show('file:/src/web/src/login/form.tsx') },
  {
    name: 'phone-sidebar',
    phone: true,
    shows: '[aria-label="Close the sidebar"]',
    reach: click('[aria-label="Open the sidebar"]'),
  },
  {
    name: 'phone-settings',
    phone: true,
    shows: '[role=dialog]',
    reach: async (p) => {
      await p.click('[aria-label="Open the sidebar"]')
      await p.click('[aria-label="Settings"]')
    },
  },
]

export interface Opened {
  page: Page
  /** What the page complained of. */
  errors: string[]
}

/** open comes to a surface in a theme, in a page whose clock stands still. */
export async function open(
  browser: Browser,
  s: Surface,
  theme: Theme,
  size?: { width: number; height: number },
): Promise<Opened> {
  const usual = s.phone ? { width: 390, height: 844 } : { width: 1440, height: 900 }
  const context = await browser.newContext({
    viewport: size ?? usual,
    colorScheme: theme,
    reducedMotion: 'reduce',
    hasTouch: s.phone ?? false,
    timezoneId: 'UTC',
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(noon)
  const errors: string[] = []
  page.on('pageerror', (e) => errors.push(e.message))
  // What the browser itself says of a refused or broken connection is no fault of the page.
  const refused = /^(Failed to load resource|WebSocket connection)/
  page.on('console', (m) => m.type() === 'error' && !refused.test(m.text()) && errors.push(m.text()))
  const daemon = new StandIn()
  setScene(daemon)
  setCode(daemon)
  s.set?.(daemon)
  await daemon.serve(page)
  await page.goto(origin)
  if (daemon.loggedIn) await page.waitForSelector('aside >> text=Daemon running', { state: 'attached' })
  await s.reach(page, daemon)
  await page.waitForSelector(s.shows)
  return { page, errors }
}
