// Everything that has a key or a line in the palette, in one table.

import { drain, nextWaiting } from '../agents/attention'
import { act, change, closeTab, endTerminal, newTerminal, openPanel, showNth, stepTab } from '../app/actions'
import { store } from '../app/store'
import { openCanvases } from '../canvas/actions'
import { createCanvas, importCanvas } from '../canvas/forms'
import { clampFont } from '../settings/settings'
import { searchText, toPrompt } from '../terminal/search'
import { addPerspective, addProject } from '../workspace/forms'
import { focusedPane, focusedTab, focusedTerminal, panes, perspectiveOf, type Side } from '../workspace/model'
import type { CommandName } from './bindings'

export interface Command {
  id: string
  title: string
  group: string
  run(): void
  /** Not in the palette: it needs no name there. */
  keysOnly?: boolean
}

const named = (id: CommandName, group: string, title: string, run: () => void): Command => ({
  id,
  group,
  title,
  run,
})

const unkeyed = (id: string, group: string, title: string, run: () => void): Command => ({
  id,
  group,
  title,
  run,
})

export const commands: readonly Command[] = [
  { ...named('palette', 'Find', 'Find or do', () => overlay('palette')), keysOnly: true },
  named('shortcuts', 'Find', 'Keyboard shortcuts', () => overlay('shortcuts')),
  named('settings', 'Find', 'Settings', () => overlay('settings')),
  named('back', 'Go', 'Back', () => act({ act: 'back' })),
  named('forward', 'Go', 'Forward', () => act({ act: 'forward' })),
  named('agents', 'Go', 'Agents', () => openPanel('agents')),
  named('messages', 'Go', 'Messages', () => openPanel('messages')),
  named('canvas', 'Go', 'Canvas', openCanvases),
  unkeyed('new-canvas', 'Canvas', 'New canvas', createCanvas),
  unkeyed('import-canvas', 'Canvas', 'Import a .canvas file', importCanvas),
  named('next-waiting', 'Agents', 'Next agent that needs me', nextWaiting),
  named('drain', 'Agents', 'All that need me, one after another', drain),
  named('new-terminal', 'Terminals', 'New terminal', () => void newTerminal()),
  named('end-terminal', 'Terminals', 'End this terminal', endFocused),
  named('search', 'Terminals', 'Search in this text', searchText),
  named('previous-prompt', 'Terminals', 'Previous prompt', () => toPrompt(-1)),
  named('next-prompt', 'Terminals', 'Next prompt', () => toPrompt(1)),
  named('font-larger', 'Terminals', 'Larger letters', () => zoom(1)),
  named('font-smaller', 'Terminals', 'Smaller letters', () => zoom(-1)),
  named('close-tab', 'Tabs', 'Close tab', closeFocused),
  named('reopen-tab', 'Tabs', 'Reopen closed tab', () => act({ act: 'reopen_tab' })),
  named('previous-tab', 'Tabs', 'Previous tab', () => stepTab(-1)),
  named('next-tab', 'Tabs', 'Next tab', () => stepTab(1)),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => ({
    ...unkeyed(`tab-${n}`, 'Tabs', `Tab ${n}`, () => showNth(n - 1)),
    keysOnly: true,
  })),
  named('split-right', 'Panes', 'Split right', () => split('right')),
  named('split-down', 'Panes', 'Split down', () => split('below')),
  named('next-pane', 'Panes', 'Next pane', nextPane),
  unkeyed('add-project', 'Projects', 'Add a project', addProject),
  unkeyed('add-perspective', 'Projects', 'New perspective', perspectiveHere),
  named('theme', 'Page', 'Light or dark theme', toggleTheme),
  unkeyed('quit', 'Page', 'Quit Jun', () => act({ act: 'quit' })),
]

export function runCommand(id: CommandName): void {
  commands.find((c) => c.id === id)?.run()
}

function overlay(which: 'palette' | 'shortcuts' | 'settings'): void {
  store.setState((s) => ({ overlay: s.overlay === which ? null : which }))
}

function endFocused(): void {
  const { scene } = store.getState()
  const id = scene.peek || focusedTerminal(scene)
  if (id) endTerminal(id)
}

function closeFocused(): void {
  if (document.activeElement?.closest('[data-peek]')) return act({ act: 'peek', terminal: 0 })
  const tab = focusedTab(store.getState().scene)
  if (tab) closeTab(tab.id)
}

function split(side: Side): void {
  const pane = focusedPane(store.getState().scene)
  if (pane) act({ act: 'split_pane', pane: pane.id, side })
}

function nextPane(): void {
  const { scene } = store.getState()
  const all = panes(perspectiveOf(scene)?.root ?? {})
  const at = all.findIndex((p) => p.id === scene.pane)
  const next = all[(at + 1) % Math.max(1, all.length)]
  if (next) act({ act: 'focus', pane: next.id })
}

function perspectiveHere(): void {
  const { scene } = store.getState()
  const project = scene.projects.find((p) => p.id === scene.project)
  if (project) addPerspective(project)
}

function zoom(by: number): void {
  change({ font: clampFont(store.getState().settings.font + by) })
}

function toggleTheme(): void {
  change({ theme: document.documentElement.dataset.theme === 'light' ? 'dark' : 'light' })
}
