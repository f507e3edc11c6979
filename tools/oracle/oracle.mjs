// xterm.js without a browser, for the emulator's tests: it reads one JSON
// request per line and answers each with one line.
//
//	{"open": {"cols": 80, "rows": 24}}    a fresh terminal
//	{"write": ["base64", …], "each": true}  its state after each chunk, or only after the last
//	{"resize": {"cols": 80, "rows": 24}}
//	{"widths": ["text", …]}                how many cells each text takes
//	{"table": true}                        the width of every code point, one digit each
//
// A state is the digest of what describe() writes; with "dump": true it is the text itself.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { transformSync } from 'esbuild'
import headless from '@xterm/headless'
import { describe } from './describe.mjs'

const source = new URL('../../web/src/lib/terminal/widths.gen.ts', import.meta.url)
const { code } = transformSync(readFileSync(source, 'utf8'), { loader: 'ts', format: 'esm' })
const { widthProvider } = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)

let terminal
let title = ''

function open({ cols, rows }) {
  terminal?.dispose()
  terminal = new headless.Terminal({ cols, rows, scrollback: 10000, allowProposedApi: true, logLevel: 'off' })
  terminal.unicode.register(widthProvider)
  terminal.unicode.activeVersion = widthProvider.version
  title = ''
  terminal.onTitleChange((t) => { title = t })
}

/** Counts as xterm.js does while it prints. */
function width(text) {
  let cells = 0
  let before = 0
  for (const char of text) {
    const now = widthProvider.charProperties(char.codePointAt(0), before)
    cells += (now >> 1) & 3
    if (now & 1) cells -= (before >> 1) & 3
    before = now
  }
  return cells
}

function table() {
  const digits = []
  for (let c = 0; c <= 0x10ffff; c++) digits.push(widthProvider.wcwidth(c))
  return digits.join('')
}

function answer(request) {
  if (request.widths) return { states: request.widths.map((text) => String(width(text))) }
  if (request.table) return { states: [table()] }
  if (request.open) open(request.open)
  if (request.resize) terminal.resize(request.resize.cols, request.resize.rows)
  const states = []
  const state = () => {
    const text = describe(terminal, title, request.parts ?? '')
    states.push(request.dump ? text : createHash('md5').update(text).digest('hex'))
  }
  for (const chunk of request.write ?? []) {
    terminal._core.writeSync(Buffer.from(chunk, 'base64'))
    if (request.each) state()
  }
  if (!request.each) state()
  return { states }
}

for await (const line of createInterface({ input: process.stdin })) {
  let reply
  try {
    reply = answer(JSON.parse(line))
  } catch (e) {
    reply = { error: String(e?.stack ?? e) }
  }
  process.stdout.write(JSON.stringify(reply) + '\n')
}
