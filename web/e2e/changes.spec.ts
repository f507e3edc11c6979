// The changes of a branch on the page, in each state that a repository can be in.

import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launch } from './browser'
import { type Daemon, start } from './daemon'
import { onBranch, Repo, type State, states } from './repos'

let browser: Browser
let daemon: Daemon
let page: Page
const errors: string[] = []

beforeAll(async () => {
  browser = await launch()
  daemon = await start()
  page = await openPage(daemon)
})
afterAll(async () => {
  await browser?.close()
  await daemon?.stop()
  expect(errors).toEqual([])
})

const shots = join(import.meta.dirname, '../test-results/shots')
afterEach(({ task }) => {
  if (task.result?.state === 'fail')
    return page.screenshot({ path: join(shots, `failed-${task.name.slice(0, 40)}.png`) })
})

async function openPage(of: Daemon): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  const made = await context.newPage()
  made.on('pageerror', (e) => errors.push(e.message))
  await made.goto(await of.jun('url'))
  await made.waitForSelector('aside >> text=Daemon running')
  return made
}

let made = 0

/** open makes a repository in a state and shows its changes. */
async function open(state: State): Promise<string> {
  const dir = states[state](join(daemon.home, `repo-${++made}`))
  await review(dir)
  return dir
}

/** review shows the changes of the branch that a terminal in the folder is on. */
async function review(dir: string): Promise<void> {
  const id = Number(await daemon.jun('new', '--dir', dir))
  await page.evaluate(
    (target) =>
      fetch('/api/call/workspace.show', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Junto-Window': sessionStorage.getItem('junto.window') ?? '' },
        body: JSON.stringify({ target }),
      }),
    `diff:${id}`,
  )
  await page.waitForSelector(`[data-worktree="${dir}"]`)
}

const list = 'nav[aria-label="Changed files"]'

/** files are the listed files, each as "layer status path". */
const files = () =>
  page.$$eval(`${list} [data-path]`, (rows) =>
    rows.map((r) => {
      const { layer, status, path } = (r as HTMLElement).dataset
      return `${layer} ${status} ${path}`
    }),
  )

const listed = (want: string[]) => expect.poll(files).toEqual(want)

/** choose shows the patch of a file. */
async function choose(path: string, layer?: 'committed' | 'uncommitted'): Promise<void> {
  const attr = `[data-path=${JSON.stringify(path)}]`
  await page.click(`${list} ${attr}${layer ? `[data-layer=${layer}]` : ''}`)
  await page.waitForSelector(`section[aria-label=${JSON.stringify(`Changes of ${path}`)}]`)
}

/** patch is the shown patch, a line each, with its sign. */
const patch = () =>
  page.$$eval('section[aria-label^="Changes of"] [data-kind]', (rows) => rows.map((r) => r.textContent ?? ''))

const shows = (want: string[]) => expect.poll(patch).toEqual(want)
const said = (text: string) => page.waitForSelector(`section[aria-label^="Changes of"] >> text=${text}`)

describe('a branch in each state', () => {
  test('no commits', async () => {
    await open('no commits')
    await page.waitForSelector('h1 >> text=main')
    await listed(['uncommitted untracked loose', 'uncommitted added staged'])
    await choose('staged')
    await shows(['+a', '+b'])
  })

  test('a detached head', async () => {
    await open('a detached head')
    await page.waitForSelector('h1 >> text=/detached at [0-9a-f]{8}/')
    await listed(['uncommitted untracked b.txt', 'committed modified a.txt'])
    await choose('a.txt')
    await shows(['−one', '+two'])
  })

  test('a worktree of a bare repository', async () => {
    await open('a worktree of a bare repository')
    await page.waitForSelector('h1 >> text=feat/tree')
    await listed(['committed modified a.txt'])
  })

  test('a submodule whose commit changed', async () => {
    await open('a submodule whose commit changed')
    await listed(['uncommitted modified lib', 'committed added .gitmodules', 'committed added lib'])
    await choose('lib', 'uncommitted')
    await page.waitForSelector('text=/Subproject commit/')
  })

  test('a submodule with changes inside', async () => {
    await open('a submodule with changes inside')
    await choose('lib', 'uncommitted')
    await page.waitForSelector('text=/has changes of its own/')
  })

  test('a renamed file with edits', async () => {
    await open('a renamed file with edits')
    await listed(['committed renamed new/name.txt'])
    await choose('new/name.txt')
    await page.waitForSelector('h2 >> text=old/name.txt →')
    await expect.poll(patch).toContain('+line seven')
    expect((await patch()).length).toBe(8)
  })

  test('a file moved without git', async () => {
    await open('a file moved without git')
    await listed(['uncommitted renamed after.txt'])
    await choose('after.txt')
    await said('It was renamed; no line of it changed.')
  })

  test('a deleted file', async () => {
    await open('a deleted file')
    await listed(['uncommitted deleted gone.txt'])
    await choose('gone.txt')
    await shows(['−line 1', '−line 2', '−line 3'])
    expect(await page.locator('button >> text=Open file').count()).toBe(0)
  })

  test('binary files', async () => {
    await open('binary files')
    await listed(['uncommitted modified data.bin', 'uncommitted modified dot.png'])
    await choose('data.bin')
    await said('A binary file changed')
    await choose('dot.png')
    await page.waitForSelector('img[alt="dot.png, after"]')
  })

  test('a changed mode', async () => {
    await open('a changed mode')
    await listed(['uncommitted modified run.sh'])
    await choose('run.sh')
    await said('Its mode changed; no line of it did.')
    await said('100644 → 100755')
  })

  test('symbolic links', async () => {
    await open('symbolic links')
    await listed(['uncommitted type becomes', 'uncommitted modified link', 'committed added link'])
    await choose('link', 'uncommitted')
    await expect.poll(patch).toEqual(['−real', '+other'])
    await choose('becomes')
    await expect.poll(patch).toEqual(['−text', '+real'])
  })

  test('odd names', async () => {
    await open('odd names')
    const names = [
      '"\\"all\\".txt"',
      '"caf\\351.txt"',
      '-dash.txt',
      ':(top)x.txt',
      "it's.txt",
      'say "hi".txt',
      'tab\there.txt',
      'two\nlines.txt',
      'with space.txt',
      'ünï/日本.txt',
    ]
    await expect
      .poll(async () => (await files()).map((f) => f.replace(/^uncommitted (modified|untracked) /, '')).sort())
      .toEqual(names.sort())
    for (const name of names) {
      const row = page.locator(`${list} [data-path]`).filter({ has: page.locator('xpath=self::*') })
      const at = await row.evaluateAll((all, n) => all.findIndex((r) => (r as HTMLElement).dataset.path === n), name)
      await row.nth(at).click()
      await expect
        .poll(() => page.locator('section[aria-label^="Changes of"]').getAttribute('aria-label'))
        .toBe(`Changes of ${name}`)
      await expect.poll(patch).toContain(name.startsWith('"caf') ? '+latin' : '+b')
    }
  })

  test('a merge in conflict', async () => {
    await open('a merge in conflict')
    await listed(['uncommitted conflict a.txt', 'committed modified a.txt'])
    await choose('a.txt', 'uncommitted')
    await said('in conflict')
    await expect.poll(patch).toContain('+<<<<<<< HEAD')
  })

  test('line ends of Windows', async () => {
    await open('line ends of Windows')
    await choose('stays.txt')
    await shows([' a', '−b', '+B', ' c'])
    await choose('turns.txt')
    await shows(['−a␍', '−b␍', '+a', '+b'])
    await page.click('[aria-label="Ignore changes of white space"]')
    await listed(['uncommitted modified stays.txt'])
    await page.click('[aria-label="Ignore changes of white space"]')
    await listed(['uncommitted modified stays.txt', 'uncommitted modified turns.txt'])
  })

  test('a file without a line break at its end', async () => {
    await open('a file without a line break at its end')
    await choose('end.txt')
    await shows([' a', '−b', '+b no line break at the end'])
  })

  test('files of 50 MB', async () => {
    await open('files of 50 MB')
    await listed([
      'uncommitted modified followed.log',
      'uncommitted untracked small.txt',
      'uncommitted untracked untracked.log',
    ])
    await choose('followed.log')
    await expect.poll(patch).toContain('+one more')
    await choose('untracked.log')
    await page.click('button >> text=Show them')
    await said('too large to be shown here')
    await choose('small.txt')
    await shows(['+x'])
  })
})

test('a branch that was pushed is compared with its upstream, and the default branch is a click away', async () => {
  await open('a branch that was pushed')
  await expect
    .poll(() => page.locator('[aria-label="Compare with"]').inputValue())
    .toBe('refs/remotes/origin/feat/pushed')
  await listed(['committed added later.txt'])
  await page.click('button >> text=Compare with origin/main')
  await listed(['committed added later.txt', 'committed added pushed.txt'])
  await page.reload()
  await listed(['committed added later.txt', 'committed added pushed.txt'])
})

test('5,000 changed files open in a bounded time, and the page stays usable', async () => {
  const cdp = await page.context().newCDPSession(page)
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    return usedSize / 1e6
  }
  const before = await heap()
  const dir = states['5,000 changed files'](join(daemon.home, 'many'))
  const began = performance.now()
  await review(dir)
  await page.waitForSelector(`${list} >> text=5000`)
  const opened = performance.now() - began
  const drawn = await page.locator(`${list} [data-path]`).count()
  await page.focus(`${list} [role=group]`)
  await page.keyboard.press('End')
  await page.waitForSelector(`${list} [data-path="src/part99/file4999.txt"]`)
  const pressed = performance.now()
  await choose('src/part99/file4999.txt')
  await shows(['+after 4999'])
  const chosen = performance.now() - pressed
  console.log(
    `5,000 files: opened in ${opened.toFixed(0)} ms, one chosen in ${chosen.toFixed(0)} ms, ` +
      `heap ${before.toFixed(1)} → ${(await heap()).toFixed(1)} MB, ${drawn} rows drawn`,
  )
  expect(drawn).toBeLessThan(100)
  await page.click('[role=tab][aria-selected=false] >> text=Agents')
  await page.waitForSelector('h1 >> text=Agents')
})

describe('a failure of git is shown', () => {
  test('when a layer cannot be read, and when it can again', async () => {
    const repo = onBranch(join(daemon.home, 'broken'), { 'a.txt': 'one\n' })
    repo.write({ 'a.txt': 'two\n' })
    await review(repo.dir)
    await listed(['uncommitted modified a.txt'])
    truncateSync(repo.path('.git/index'), 20)
    await page.waitForSelector('[role=alert] >> text=index')
    rmSync(repo.path('.git/index'))
    repo.git('reset', '-q')
    await page.waitForSelector('[role=alert]', { state: 'detached' })
    await listed(['uncommitted modified a.txt'])
  })

  test('when the repository is gone', async () => {
    const repo = onBranch(join(daemon.home, 'gone'), { 'a.txt': 'one\n' })
    repo.write({ 'a.txt': 'two\n' })
    await review(repo.dir)
    await listed(['uncommitted modified a.txt'])
    rmSync(repo.path('.git'), { recursive: true })
    await page.waitForSelector('[role=alert] >> text=is in no git worktree')
    new Repo(repo.dir).git('init', '-q')
    await listed(['uncommitted untracked a.txt'])
  })

  test('when there is no git at all', async () => {
    const other = await start({ PATH: '/nowhere' })
    try {
      const fresh = await openPage(other)
      const id = Number(await other.jun('new', '"$JUN_BIN" demo-agent'))
      await fresh.waitForSelector(`[data-agent="${id}"][data-status=idle]`)
      await fresh.focus(`[data-agent="${id}"]`)
      await fresh.keyboard.press('d')
      await fresh.waitForSelector('[aria-label=Notices] >> text=git is not installed')
      await fresh.waitForSelector('[aria-label=Notices] >> text=install git')
      await fresh.context().close()
    } finally {
      await other.stop()
    }
  })
})

test('long lines beside each other are read to their ends', async () => {
  const repo = onBranch(join(daemon.home, 'long'), { 'a.txt': 'one\n' })
  repo.write({ 'a.txt': `${'word '.repeat(60)}theend\n` })
  await review(repo.dir)
  await page.click('[aria-label="Both sides beside each other"]')
  await page.waitForSelector('code >> text=theend')
  const inSight = () =>
    page.evaluate(() => {
      const code = [...document.querySelectorAll('code')].find((c) => c.textContent?.includes('theend'))
      const text = code?.querySelector('span:last-child, mark:last-child')?.firstChild
      if (!code || !text) return false
      const range = document.createRange()
      range.setStart(text, (text.textContent?.length ?? 1) - 1)
      range.setEnd(text, text.textContent?.length ?? 1)
      return range.getBoundingClientRect().right <= code.getBoundingClientRect().right
    })
  expect(await inSight()).toBe(false)
  await page.focus('[role=group][aria-label="Changes of a.txt"]')
  for (let i = 0; i < 40; i++) await page.keyboard.press('ArrowRight')
  await expect.poll(inSight).toBe(true)
})

test('comments that were not sent are still there after a look at something else', async () => {
  const repo = onBranch(join(daemon.home, 'drafts'), { 'a.txt': 'one\n' })
  repo.write({ 'a.txt': 'two\n' })
  const id = Number(await daemon.jun('new', '--dir', repo.dir, '"$JUN_BIN" demo-agent'))
  await page.click('aside >> text="Agents"')
  await page.waitForSelector(`[data-agent="${id}"][data-status=idle]`)
  await page.focus(`[data-agent="${id}"]`)
  await page.keyboard.press('d')
  await page.click('[aria-label="Comment on added line 1"]')
  await page.fill('textarea', 'Why two?')
  await page.click('button >> text="Keep"')
  await page.click('[aria-label="Both sides beside each other"]')
  await page.waitForSelector('[aria-label=Comments] >> text=Why two?')
  await page.click('aside >> text="Agents"')
  await page.waitForSelector('[aria-label=Comments]', { state: 'detached' })
  await page.click('[aria-label="Back"]')
  await page.waitForSelector('[aria-label=Comments] >> text=Why two?')
  expect(await page.getAttribute('[aria-label="Both sides beside each other"]', 'aria-pressed')).toBe('true')
})
