// Everything that has a key or a line in the palette, in one table.

import { groups } from '../agents/agents'
import { change, closeTab, endTerminal, newTerminal, openPanel, peek, showNth, stepTab } from '../app/actions'
import { store } from '../app/store'
import { clampFont } from '../settings/settings'
import { focusedTab, focusedTerminal } from '../workspace/model'
import { show } from './chord'

export interface Command {
  id: string
  title: string
  group: string
  /** Chords, the one to show first. */
  keys: readonly string[]
  run(): void
  /** Not in the palette: it needs no name there. */
  keysOnly?: boolean
}

export const mac = /mac|iphone|ipad/i.test(navigator.platform)

export const commands: readonly Command[] = [
  {
    id: 'palette',
    group: 'Find',
    title: 'Find or do',
    keys: ['Mod+k', 'Ctrl+Shift+k'],
    keysOnly: true,
    run: () => overlay('palette'),
  },
  { id: 'shortcuts', group: 'Find', title: 'Keyboard shortcuts', keys: ['?'], run: () => overlay('shortcuts') },
  { id: 'settings', group: 'Find', title: 'Settings', keys: ['Mod+,'], run: () => overlay('settings') },
  { id: 'agents', group: 'Go', title: 'Agents', keys: ['Alt+a'], run: () => openPanel('agents') },
  { id: 'messages', group: 'Go', title: 'Messages', keys: ['Alt+m'], run: () => openPanel('messages') },
  { id: 'next-waiting', group: 'Go', title: 'Next agent that needs me', keys: ['Alt+n'], run: nextWaiting },
  { id: 'new-terminal', group: 'Terminals', title: 'New terminal', keys: ['Alt+t'], run: () => void newTerminal() },
  { id: 'end-terminal', group: 'Terminals', title: 'End this terminal', keys: [], run: endFocused },
  { id: 'font-larger', group: 'Terminals', title: 'Larger letters', keys: ['Alt+='], run: () => zoom(1) },
  { id: 'font-smaller', group: 'Terminals', title: 'Smaller letters', keys: ['Alt+-'], run: () => zoom(-1) },
  { id: 'close-tab', group: 'Tabs', title: 'Close tab', keys: ['Alt+w'], run: closeFocused },
  { id: 'previous-tab', group: 'Tabs', title: 'Previous tab', keys: ['Alt+['], run: () => stepTab(-1) },
  { id: 'next-tab', group: 'Tabs', title: 'Next tab', keys: ['Alt+]'], run: () => stepTab(1) },
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => ({
    id: `tab-${n}`,
    group: 'Tabs',
    title: `Tab ${n}`,
    keys: [`Alt+${n}`],
    keysOnly: true,
    run: () => showNth(n - 1),
  })),
  { id: 'theme', group: 'Page', title: 'Light or dark theme', keys: [], run: toggleTheme },
]

export function keysOf(id: string): string {
  const first = commands.find((c) => c.id === id)?.keys[0]
  return first ? show(first, mac) : ''
}

export function runCommand(id: string): void {
  commands.find((c) => c.id === id)?.run()
}

function overlay(which: 'palette' | 'shortcuts' | 'settings'): void {
  store.setState((s) => ({ overlay: s.overlay === which ? null : which }))
}

/** nextWaiting peeks at the one that waits longest, then at the one after it. */
function nextWaiting(): void {
  const { terminals, scene } = store.getState()
  const waiting = groups(terminals, 'waiting')[0]?.agents ?? []
  const at = waiting.findIndex((t) => t.id === scene.peek)
  const next = waiting[(at + 1) % Math.max(1, waiting.length)]
  if (next) peek(next.id)
}

function endFocused(): void {
  const { terminals, scene } = store.getState()
  const id = scene.peek || focusedTerminal(scene)
  const t = terminals.find((t) => t.id === id)
  if (t) void endTerminal(t)
}

function closeFocused(): void {
  const tab = focusedTab(store.getState().scene)
  if (tab) closeTab(tab.id)
}

function zoom(by: number): void {
  change({ font: clampFont(store.getState().settings.font + by) })
}

function toggleTheme(): void {
  change({ theme: document.documentElement.dataset.theme === 'light' ? 'dark' : 'light' })
}
