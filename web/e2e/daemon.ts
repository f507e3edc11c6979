// A real daemon in a home of its own, for one suite.

import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const bin = process.env.JUNTO_BIN ?? join(import.meta.dirname, '../../bin')

export interface Daemon {
  home: string
  /** jun runs the CLI as a shell outside of Jun's terminals does. */
  jun(...args: string[]): Promise<string>
  /** call does whatever the page can do. */
  call(name: string, input?: unknown): Promise<unknown>
  /** type types into a terminal as the operator's keys. */
  type(id: number, text: string): Promise<unknown>
  stop(): Promise<void>
}

/** start runs `jun serve` in a new home; the shell of its terminals is a plain one. */
export async function start(extra: Record<string, string> = {}): Promise<Daemon> {
  if (!existsSync(join(bin, 'jun'))) throw new Error(`there is no jun in ${bin}: run make build`)
  const home = mkdtempSync(join(tmpdir(), 'jun-'))
  // A port of its own, so that the page finds the daemon again after a restart.
  writeFileSync(join(home, 'junto.toml'), `port = ${await freePort()}\n`)
  const env = { ...process.env, JUNTO_HOME: home, SHELL: '/bin/sh', PS1: '$ ', ENV: '', ...extra }
  const server = spawn(join(bin, 'jun'), ['serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const log: string[] = []
  await new Promise<void>((ready, failed) => {
    server.stderr.on('data', (d: Buffer) => {
      log.push(d.toString())
      if (log.join('').includes('Jun runs')) ready()
    })
    server.once('exit', () => failed(new Error(`the daemon ended:\n${log.join('')}`)))
  })
  const gone = new Promise((resolve) => server.once('exit', resolve))
  const jun = async (...args: string[]) => (await run(join(bin, 'jun'), args, { env })).stdout.trim()
  return {
    home,
    jun,
    call: async (name, input = {}) => JSON.parse((await jun('call', name, JSON.stringify(input))) || 'null') as unknown,
    type: (id, text) =>
      jun('call', 'terminal.type', JSON.stringify({ id, data: Buffer.from(text).toString('base64') })),
    stop: async () => {
      await jun('quit', '--force').catch(() => server.kill('SIGKILL'))
      await gone
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
