// Git repositories in each state that a branch's changes can be in, made by git
// itself.

import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const settings = ['user.name=t', 'user.email=t@example.com', 'init.defaultBranch=main', 'protocol.file.allow=always']

/** Repo is a worktree and what is done in it. */
export class Repo {
  readonly dir: string

  constructor(dir: string) {
    this.dir = dir
    mkdirSync(dir, { recursive: true })
  }

  git(...args: string[]): string {
    const out = execFileSync('git', ['-C', this.dir, ...settings.flatMap((s) => ['-c', s]), ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    })
    return out.toString().trim()
  }

  /** write makes files, by their paths; a path may be bytes that are no UTF-8. */
  write(files: Record<string, string | Buffer>): this {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.dir, path)), { recursive: true })
      writeFileSync(join(this.dir, path), content)
    }
    return this
  }

  commit(message: string): this {
    this.git('add', '-A')
    this.git('commit', '-q', '--allow-empty', '-m', message)
    return this
  }

  path(name: string): string {
    return join(this.dir, name)
  }
}

/** lines is a text of so many lines. */
export const lines = (n: number, word = 'line') =>
  `${Array.from({ length: n }, (_, i) => `${word} ${i + 1}`).join('\n')}\n`

/** onBranch is a repository on main with the files, and a branch that was begun there. */
export function onBranch(dir: string, files: Record<string, string | Buffer>, branch = 'work'): Repo {
  const repo = new Repo(dir)
  repo.git('init', '-q')
  repo.write(files).commit('first')
  repo.git('switch', '-qc', branch)
  return repo
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Each state by its name; what it returns is where to look. */
export const states = {
  'no commits': (at: string) => {
    const repo = new Repo(at)
    repo.git('init', '-q')
    repo.write({ staged: 'a\nb\n', loose: 'c\n' }).git('add', 'staged')
    return repo.dir
  },
  'a detached head': (at: string) => {
    const repo = onBranch(at, { 'a.txt': 'one\n' })
    repo.write({ 'a.txt': 'two\n' }).commit('second')
    repo.git('checkout', '-q', '--detach')
    repo.write({ 'b.txt': 'new\n' })
    return repo.dir
  },
  'a worktree of a bare repository': (at: string) => {
    const source = onBranch(join(at, 'source'), { 'a.txt': 'one\n' }, 'other')
    source.git('clone', '-q', '--bare', '.', join(at, 'bare.git'))
    new Repo(join(at, 'bare.git')).git('worktree', 'add', '-q', '-b', 'feat/tree', join(at, 'tree'), 'main')
    return new Repo(join(at, 'tree')).write({ 'a.txt': 'changed\n' }).commit('second').dir
  },
  'a submodule whose commit changed': (at: string) => {
    const repo = withSubmodule(at)
    const inner = new Repo(repo.path('lib'))
    inner.write({ 'lib.txt': 'two\n' }).commit('inner second')
    return repo.dir
  },
  'a submodule with changes inside': (at: string) => {
    const repo = withSubmodule(at)
    new Repo(repo.path('lib')).write({ 'lib.txt': 'dirty\n' })
    return repo.dir
  },
  'a renamed file with edits': (at: string) => {
    const repo = onBranch(at, { 'old/name.txt': lines(20) })
    mkdirSync(repo.path('new'))
    repo.git('mv', 'old/name.txt', 'new/name.txt')
    repo.write({ 'new/name.txt': lines(20).replace('line 7', 'line seven') }).commit('moved')
    return repo.dir
  },
  'a deleted file': (at: string) => {
    const repo = onBranch(at, { 'gone.txt': lines(3), 'stays.txt': 'x\n' })
    rmSync(repo.path('gone.txt'))
    return repo.dir
  },
  'binary files': (at: string) => {
    const repo = onBranch(at, { 'data.bin': Buffer.from([0, 1, 2, 3]), 'dot.png': pixel })
    repo.write({ 'data.bin': Buffer.from([0, 9, 9, 9]), 'dot.png': Buffer.concat([pixel, Buffer.from([1])]) })
    return repo.dir
  },
  'a changed mode': (at: string) => {
    const repo = onBranch(at, { 'run.sh': 'echo hi\n' })
    chmodSync(repo.path('run.sh'), 0o755)
    return repo.dir
  },
  'symbolic links': (at: string) => {
    const repo = onBranch(at, { real: 'x\n', becomes: 'text\n', other: 'y\n' })
    symlinkSync('real', repo.path('link'))
    repo.commit('a link')
    rmSync(repo.path('link'))
    symlinkSync('other', repo.path('link'))
    rmSync(repo.path('becomes'))
    symlinkSync('real', repo.path('becomes'))
    return repo.dir
  },
  'odd names': (at: string) => {
    const repo = onBranch(at, { 'with space.txt': 'a\n', 'say "hi".txt': 'a\n', "it's.txt": 'a\n' })
    repo.write({
      'with space.txt': 'b\n',
      'say "hi".txt': 'b\n',
      "it's.txt": 'b\n',
      '"all".txt': 'b\n',
      'two\nlines.txt': 'b\n',
      'tab\there.txt': 'b\n',
      '-dash.txt': 'b\n',
      ':(top)x.txt': 'b\n',
      'ünï/日本.txt': 'b\n',
    })
    writeFileSync(Buffer.concat([Buffer.from(repo.path('caf')), Buffer.from([0xe9]), Buffer.from('.txt')]), 'latin\n')
    return repo.dir
  },
  '5,000 changed files': (at: string) => {
    const name = (i: number) => `src/part${Math.floor(i / 50)}/file${i}.txt`
    const files = (word: string, n: number) =>
      Object.fromEntries(Array.from({ length: n }, (_, i) => [name(i), `${word} ${i}\n`]))
    const repo = onBranch(at, files('before', 4000))
    repo.write(files('after', 5000))
    return repo.dir
  },
  'files of 50 MB': (at: string) => {
    const big = lines(90_000, 'a line of a log that is quite long, as they often are, and goes on')
    const repo = onBranch(at, { 'followed.log': big.repeat(7) })
    appendFileSync(repo.path('followed.log'), 'one more\n')
    repo.write({ 'untracked.log': big.repeat(8), 'small.txt': 'x\n' })
    return repo.dir
  },
  'line ends of Windows': (at: string) => {
    const repo = onBranch(at, { 'stays.txt': 'a\r\nb\r\nc\r\n', 'turns.txt': 'a\r\nb\r\n' })
    repo.git('config', 'core.autocrlf', 'false')
    repo.write({ 'stays.txt': 'a\r\nB\r\nc\r\n', 'turns.txt': 'a\nb\n' })
    return repo.dir
  },
  'a file without a line break at its end': (at: string) => {
    const repo = onBranch(at, { 'end.txt': 'a\nb\n' })
    repo.write({ 'end.txt': 'a\nb' })
    return repo.dir
  },
  'a merge in conflict': (at: string) => {
    const repo = onBranch(at, { 'a.txt': 'one\ntwo\nthree\n' })
    repo.write({ 'a.txt': 'one\nours\nthree\n' }).commit('ours')
    repo.git('switch', '-q', 'main')
    repo.write({ 'a.txt': 'one\ntheirs\nthree\n' }).commit('theirs')
    repo.git('switch', '-q', 'work')
    try {
      repo.git('merge', '-q', 'main')
    } catch {
      // it ends with 1, as there is a conflict
    }
    return repo.dir
  },
  'a file moved without git': (at: string) => {
    const repo = onBranch(at, { 'before.txt': lines(5) })
    renameSync(repo.path('before.txt'), repo.path('after.txt'))
    return repo.dir
  },
  'a branch that was pushed': (at: string) => {
    new Repo(join(at, 'origin.git')).git('init', '-q', '--bare')
    const repo = onBranch(join(at, 'here'), { 'a.txt': 'one\n' }, 'main-too')
    repo.git('switch', '-q', 'main')
    repo.git('remote', 'add', 'origin', join(at, 'origin.git'))
    repo.git('push', '-q', '-u', 'origin', 'main')
    repo.git('remote', 'set-head', 'origin', 'main')
    repo.git('switch', '-qc', 'feat/pushed')
    repo.write({ 'pushed.txt': 'one\n' }).commit('pushed')
    repo.git('push', '-q', '-u', 'origin', 'feat/pushed')
    repo.write({ 'later.txt': 'one\n' }).commit('not pushed')
    return repo.dir
  },
} satisfies Record<string, (at: string) => string>

export type State = keyof typeof states

function withSubmodule(at: string): Repo {
  const lib = new Repo(join(at, 'lib-source'))
  lib.git('init', '-q')
  lib.write({ 'lib.txt': 'one\n' }).commit('lib')
  const repo = onBranch(join(at, 'app'), { 'a.txt': 'one\n' })
  repo.git('submodule', '--quiet', 'add', lib.dir, 'lib')
  return repo.commit('with lib')
}
