// What a person can do, as functions: buttons, the palette and keys share them.

import { CallError, call, callAct } from '../api/call'
import { type Settings, storageKey } from '../settings/settings'
import { type Act, findTab, focusedPane, globalID, shownIn, type Tab } from '../workspace/model'
import { store, tell } from './store'

/** attempt runs a step and shows its refusal. */
export async function attempt<T>(step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    tell(error.message, error.nextStep, true)
    return undefined
  }
}

/** act does an act to this window's workspace; the daemon's next scene shows it. */
export function act(a: Act): void {
  store.setState({ sidebar: false })
  void attempt(() => callAct(a))
}

/** show goes to what a resource names, wherever it is. */
export function show(target: string, peek = false): void {
  store.setState({ sidebar: false })
  void attempt(() => call('workspace.show', peek ? { target, peek } : { target }))
}

export function openTerminal(id: number): void {
  show(`terminal:${id}`)
}

/** openPanel shows a view of the whole app: here, where it is in Global, or new. */
export function openPanel(name: 'agents' | 'messages'): void {
  const { scene } = store.getState()
  const content = `panel:${name}`
  const tab = findTab(scene, content)
  if (tab) act({ act: 'focus', tab: tab.id })
  else act({ act: 'open_tab', content })
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

/** newTerminal starts a shell, in the project on screen when none is given, and shows it. */
export async function newTerminal(project?: string, pane?: number): Promise<void> {
  const { scene } = store.getState()
  const here = scene.projects.find((p) => p.id === scene.project)
  const name = project ?? (here && here.id !== globalID ? here.name : undefined)
  const made = await attempt(() => call('terminal.new', name ? { project: name } : {}))
  if (!made) return
  if (pane) act({ act: 'open_tab', content: `terminal:${made.id}`, pane })
  else openTerminal(made.id)
}

export function endTerminal(id: number): void {
  act({ act: 'end_terminal', terminal: id })
}

/** reply submits a text to an agent; it reports whether the text may be cleared. */
export async function reply(id: number, text: string): Promise<boolean> {
  const sent = await attempt(() => call('tool.send', { id, text }))
  if (sent && !sent.started) tell(sent.held ? `not typed yet: ${sent.held}` : 'sent, not started yet')
  return sent !== undefined
}

export async function readMessages(ids: number[]): Promise<void> {
  await attempt(() => call('message.read', ids.length > 0 ? { ids } : {}))
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

/** How long an agent that was put off stays quiet. */
const snoozeTime = 10 * 60_000

/** snooze puts an agent off: it goes below those that wait. */
export function snooze(id: number): void {
  store.setState((s) => ({ snoozed: { ...s.snoozed, [id]: Date.now() + snoozeTime } }))
}
