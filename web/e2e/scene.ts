// A day's work, for pictures and for tests of what is drawn.

import type { PageMessage, TerminalView } from '../src/lib/api.gen'
import type { StandIn } from './standin'

/** The moment of the pictures: their pages stand still at it. */
export const noon = new Date('2026-11-30T12:00:00Z')
const ago = (minutes: number) => new Date(noon.getTime() - minutes * 60_000).toISOString()

function terminal(id: number, part: Partial<TerminalView>): TerminalView {
  return {
    id,
    project: 'web',
    dir: '/src/web',
    title: '',
    loop: false,
    running: true,
    cols: 80,
    rows: 24,
    pid: 100 + id,
    ...part,
  }
}

export function terminals(): TerminalView[] {
  return [
    terminal(1, {
      title: 'Fix the login form',
      branch: 'feat/login',
      agent: 'claude',
      status: 'waiting',
      since: ago(2),
      line: 'Do you want to run npm run db:migrate on the dev database?',
    }),
    terminal(2, {
      project: 'daemon',
      dir: '/src/daemon',
      title: 'Cut pty memory in half',
      branch: 'perf/pty',
      agent: 'codex',
      status: 'waiting',
      since: ago(9),
      line: 'Finished. Asks which of two ring buffer sizes to keep.',
    }),
    terminal(3, {
      project: 'daemon',
      dir: '/src/daemon',
      title: 'Write the canvas store',
      branch: 'feat/canvas',
      agent: 'claude',
      status: 'working',
      since: ago(1),
    }),
    terminal(4, {
      project: 'daemon',
      dir: '/src/perf',
      title: 'Review of perf/pty',
      branch: 'perf/pty',
      agent: 'pi',
      status: 'working',
      since: ago(4),
    }),
    terminal(5, {
      project: 'docs',
      dir: '/src/docs',
      title: 'Link checker',
      branch: 'main',
      agent: 'claude',
      status: 'idle',
      since: ago(22),
    }),
    terminal(6, {
      project: 'docs',
      dir: '/src/docs',
      title: 'Rewrite quick start',
      branch: 'feat/start',
      agent: 'codex',
      status: 'idle',
      since: ago(60),
    }),
    terminal(7, { title: 'dev', dir: '/src/web' }),
  ]
}

export function messages(): PageMessage[] {
  return [
    {
      id: 14,
      time: ago(5),
      kind: 'ask',
      title: 'Asks to open a PR',
      text: 'The login form is done.',
      project: 'web',
      link: 'terminal:1',
      unread: true,
      replies: [{ time: ago(2), text: 'I suggest yes. Tests pass.' }],
    },
    { id: 13, time: ago(14), kind: 'done', title: 'PR #53 is open', project: 'daemon', unread: true },
    {
      id: 12,
      time: ago(31),
      kind: 'warn',
      title: 'Two agents edit go.mod',
      text: 'Terminals 2 and 3 both changed it.',
      project: 'daemon',
      unread: false,
    },
    { id: 11, time: ago(90), kind: 'info', text: 'Nightly checks are green.', unread: false },
  ]
}

const dim = (s: string) => `\x1b[90m${s}\x1b[39m`
const bold = (s: string) => `\x1b[1m${s}\x1b[22m`
const green = (s: string) => `\x1b[32m${s}\x1b[39m`
const yellow = (s: string) => `\x1b[33m${s}\x1b[39m`

/** A permission prompt as a coding agent draws it. */
export const prompt = [
  `${dim('>')} Fix the login form so that errors show inline.`,
  '',
  `${green('⏺')} I'll move the checks into a schema and render each error`,
  '  below its field.',
  '',
  `${green('⏺')} ${bold('Read')}(src/login/schema.ts, src/session/store.ts)`,
  `  ${dim('⎿  2 files, 318 lines')}`,
  '',
  `${green('⏺')} ${bold('Update')}(src/login/form.tsx)`,
  `  ${dim('⎿  Updated with 9 additions and 4 removals')}`,
  `${dim('    31')}    const form = useForm(schema)`,
  `\x1b[48;2;60;22;26m${dim('    32')}  \x1b[31m- if (!ok) toast(err)                      \x1b[0m`,
  `\x1b[48;2;18;48;36m${dim('    32')}  \x1b[32m+ {form.errors.map((e) => (               \x1b[0m`,
  '',
  `${green('⏺')} ${bold('Bash')}(npm test -- login)`,
  `  ${dim('⎿')}  ${green('✓')} 41 passed ${dim('(3.1s)')}`,
  '',
  `${yellow('⏺')} ${bold('Bash')}(npm run db:migrate)`,
  `  ${dim('⎿  Waiting for you')}`,
  '',
  '╭──────────────────────────────────────────────────────────╮',
  `│ ${bold('Bash command')}                                             │`,
  '│   npm run db:migrate                                     │',
  '│                                                          │',
  '│ Do you want to proceed?                                  │',
  '│ \x1b[34m❯ 1. Yes\x1b[39m                                                 │',
  '│   2. No, and tell Claude what to do differently          │',
  '╰──────────────────────────────────────────────────────────╯',
].join('\r\n')

const screens: Record<number, string[]> = {
  3: [
    '● Update(canvas/store.go)',
    '  ⎿ 31 additions, 3 removals',
    '● Bash(go test ./canvas/...)',
    '  ⎿ ok  canvas 0.92s',
    '✻ Writing the undo log… (51s)',
  ],
  4: ['▍pty/ring.go', '  reading 212 lines', '  :88 wrap can drop one byte', '▍pty/ring_test.go', '  thinking…'],
}

export function setScene(d: StandIn): void {
  d.terminals = terminals()
  d.messages = messages()
  for (const t of d.terminals) {
    d.sizes.set(t.id, { cols: 66, rows: 34 })
    d.screens.set(t.id, prompt)
  }
  d.screens.set(
    7,
    `${green('➜')}  ${bold('web')} git:(${yellow('main')}) ls\r\nREADME.md  package.json  src\r\n${green('➜')}  ${bold('web')} `,
  )
  d.answers['tool.screen'] = (input) => ({ lines: screens[input.id as number] ?? [] })
  d.answers['tool.send'] = () => ({ stage: 'submitted', started: true, evidence: [] })
  d.answers['terminal.new'] = () => ({ id: 7 })
  d.answers['canvas.list'] = () => []
  d.answers['session.list'] = () => []
}
