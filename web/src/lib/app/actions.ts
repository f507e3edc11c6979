// What a person can do, as functions: buttons, the palette and keys share them.

import { CallError, call } from '../api/call'
import type { TerminalView } from '../api.gen'
import { type Settings, storageKey } from '../settings/settings'
import { title } from '../terminal/list'
import { reduce } from '../workspace/local'
import { type Act, contentOf, focusedPane, shownIn, type Tab } from '../workspace/model'
import { ask, store, tell } from './store'

/** attempt runs a step and shows its refusal. */
export async function attempt<T>(step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof CallError) {
      tell(error.message, error.nextStep, true)
      return undefined
    }
    throw error
  }
}

export function act(a: Act): void {
  store.setState((s) => ({ scene: reduce(s.scene, a) }))
}

export function openTerminal(id: number): void {
  act({ act: 'open_tab', content: `terminal:${id}` })
  store.setState({ sidebar: false })
}

export function openPanel(name: 'agents' | 'messages'): void {
  act({ act: 'open_tab', content: `panel:${name}` })
  store.setState({ sidebar: false })
}

export function peek(id: number): void {
  act({ act: 'peek', terminal: id })
}

export function showTab(tab: number): void {
  act({ act: 'focus', tab })
}

export function closeTab(tab: number): void {
  act({ act: 'close_tab', tab })
}

export async function newTerminal(project?: string): Promise<void> {
  const made = await attempt(() => call('terminal.new', project ? { project } : {}))
  if (made) openTerminal(made.id)
}

export async function endTerminal(t: TerminalView): Promise<void> {
  const yes = await ask({
    title: `End ${title(t)}?`,
    text: t.agent ? 'The agent in it and everything that it started end with it.' : 'Everything that runs in it ends.',
    action: 'End terminal',
    danger: true,
  })
  if (yes) await attempt(() => call('terminal.end', { id: t.id, force: true }))
}

export async function reply(id: number, text: string): Promise<boolean> {
  const sent = await attempt(() => call('tool.send', { id, text }))
  if (sent && !sent.started) tell(sent.held ? `held: ${sent.held}` : 'sent, not started yet')
  return sent !== undefined
}

export async function readMessages(ids: number[]): Promise<void> {
  await attempt(() => call('message.read', { ids }))
}

export function change(part: Partial<Settings>): void {
  const settings = { ...store.getState().settings, ...part }
  localStorage.setItem(storageKey, JSON.stringify(settings))
  store.setState({ settings })
}

/** stepTab shows the tab that is by places further, around the end. */
export function stepTab(by: number): void {
  const { tabs, at } = strip()
  const tab = tabs[(at + by + tabs.length) % Math.max(1, tabs.length)]
  if (tab) showTab(tab.id)
}

export function showNth(n: number): void {
  const tab = strip().tabs[n]
  if (tab) showTab(tab.id)
}

/** strip is the focused pane's tabs, and which is shown. */
function strip(): { tabs: Tab[]; at: number } {
  const { scene } = store.getState()
  const pane = focusedPane(scene)
  const tabs = pane?.tabs ?? []
  return { tabs, at: tabs.findIndex((t) => pane && t.id === shownIn(scene, pane)?.id) }
}

/** follow goes where a message's link leads. */
export function follow(resource: string): void {
  const content = contentOf(resource)
  if (content.kind === 'terminal') openTerminal(content.id)
}
