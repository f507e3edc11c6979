// Agents as the page groups, counts and names them.

import type { TerminalView } from '../api.gen'

/** A status as the page draws it. ended is a terminal whose program is gone. */
export type Status = 'waiting' | 'working' | 'idle' | 'unknown'

const known: readonly string[] = ['waiting', 'working', 'idle']

/** statusOf reads a status; one that is not known is never shown as idle. */
export function statusOf(t: Pick<TerminalView, 'status'>): Status {
  return known.includes(t.status ?? '') ? (t.status as Status) : 'unknown'
}

export const words: Record<Status, string> = {
  waiting: 'Waiting',
  working: 'Working',
  idle: 'Idle',
  unknown: 'Unknown',
}

export interface Harness {
  /** Two letters, and the class of its colours. */
  mark: string
  colour: string
  name: string
}

const harnesses: Record<string, Harness> = {
  claude: { mark: 'cc', colour: 'cc', name: 'Claude Code' },
  codex: { mark: 'cx', colour: 'cx', name: 'Codex' },
  pi: { mark: 'pi', colour: 'pi', name: 'Pi' },
  gemini: { mark: 'gm', colour: 'gm', name: 'Gemini' },
  qwen: { mark: 'qw', colour: 'pi', name: 'Qwen Code' },
  kimi: { mark: 'km', colour: 'gm', name: 'Kimi' },
  copilot: { mark: 'cp', colour: 'cx', name: 'Copilot' },
  opencode: { mark: 'oc', colour: 'oc', name: 'opencode' },
  demo: { mark: 'de', colour: 'oc', name: 'Demo agent' },
}

export function harness(agent: string): Harness {
  return harnesses[agent] ?? { mark: agent.slice(0, 2), colour: '', name: agent }
}

/** agents are the terminals with an agent in them. */
export function agents(all: readonly TerminalView[]): TerminalView[] {
  return all.filter((t) => t.running && t.agent)
}

export type Counts = Record<Status, number>

export function count(all: readonly TerminalView[]): Counts {
  const counts: Counts = { waiting: 0, working: 0, idle: 0, unknown: 0 }
  for (const t of agents(all)) counts[statusOf(t)]++
  return counts
}

export interface Group {
  key: Status | 'snoozed'
  title: string
  agents: TerminalView[]
}

const order: readonly [Group['key'], string][] = [
  ['waiting', 'Needs you'],
  ['working', 'Working'],
  ['idle', 'Idle'],
  ['unknown', 'Unknown'],
  ['snoozed', 'Put off'],
]

/** Until when (ms) agents are put off, by terminal. */
export type Snoozed = Readonly<Record<number, number>>

/** groups are the agents by status; who waits longest comes first, who was put off last. */
export function groups(
  all: readonly TerminalView[],
  only: Status | 'all' = 'all',
  snoozed: Snoozed = {},
  now = 0,
): Group[] {
  const keyOf = (t: TerminalView) => {
    const status = statusOf(t)
    return status === 'waiting' && (snoozed[t.id] ?? 0) > now ? 'snoozed' : status
  }
  const chosen = agents(all).filter((t) => only === 'all' || statusOf(t) === only)
  return order
    .map(([key, title]) => ({ key, title, agents: chosen.filter((t) => keyOf(t) === key).sort(longestFirst) }))
    .filter((g) => g.agents.length > 0)
}

function longestFirst(a: TerminalView, b: TerminalView): number {
  return (a.since ?? '').localeCompare(b.since ?? '') || a.id - b.id
}

/** summary says in a sentence how the agents are. */
export function summary(c: Counts): string {
  const parts: string[] = []
  if (c.waiting > 0) parts.push(c.waiting === 1 ? '1 needs you.' : `${c.waiting} need you.`)
  if (c.working > 0) parts.push(c.working === 1 ? '1 is working.' : `${c.working} are working.`)
  if (parts.length > 0) return parts.join(' ')
  return c.idle + c.unknown > 0 ? 'None needs you.' : 'No agent runs.'
}
