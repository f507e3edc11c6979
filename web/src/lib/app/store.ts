// The page's state: what the daemon says, and what only this window knows.
// Pure functions beside each noun make the next value; this file keeps it.

import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import type { PageMessage, TerminalView } from '../api.gen'
import type { LinkState } from '../link/link'
import { read, type Settings, storageKey } from '../settings/settings'
import { nothing, type Scene } from '../workspace/model'

/** A question that the page asks before it does something. */
export interface Question {
  title: string
  text: string
  /** What the button that does it says. */
  action: string
  danger?: boolean
  answer(yes: boolean): void
}

/** A form asks for a line of text. */
export interface Form {
  title: string
  label: string
  hint?: string
  value: string
  action: string
  /** Says what is wrong, or nothing once it is done. */
  submit(value: string): Promise<string>
}

export interface Toast {
  id: number
  text: string
  nextStep: string
  error: boolean
}

export type Overlay = 'palette' | 'shortcuts' | 'settings' | null

export interface App {
  link: LinkState
  version: number
  /** The first list of terminals has arrived. */
  loaded: boolean
  terminals: readonly TerminalView[]
  messages: readonly PageMessage[]
  scene: Scene
  settings: Settings
  systemLight: boolean
  overlay: Overlay
  question: Question | null
  form: Form | null
  toasts: readonly Toast[]
  /** The sidebar is open, where it covers the page. */
  sidebar: boolean
  /** Agents that the person put off, until when (ms). */
  snoozed: Readonly<Record<number, number>>
}

export const store = createStore<App>(() => ({
  link: 'connecting',
  version: 0,
  loaded: false,
  terminals: [],
  messages: [],
  scene: nothing,
  settings: read(localStorage.getItem(storageKey)),
  systemLight: matchMedia('(prefers-color-scheme: light)').matches,
  overlay: null,
  question: null,
  form: null,
  toasts: [],
  sidebar: false,
  snoozed: {},
}))

/** useApp reads a part of the state; pick must return the same value for the same state. */
export function useApp<T>(pick: (app: App) => T): T {
  return useSyncExternalStore(store.subscribe, () => pick(store.getState()))
}

let lastToast = 0
const toastTime = 8000
const mostToasts = 4

/** tell shows a short notice; errors keep their next step. */
export function tell(text: string, nextStep = '', error = false): void {
  // The same again says nothing new, as when keys are typed while nothing listens.
  if (store.getState().toasts.at(-1)?.text === text) return
  const id = ++lastToast
  store.setState((s) => ({ toasts: [...s.toasts.slice(1 - mostToasts), { id, text, nextStep, error }] }))
  setTimeout(() => dismiss(id), toastTime)
}

export function dismiss(id: number): void {
  store.setState((s) => ({ toasts: s.toasts.filter((t) => t.id !== id) }))
}

/** ask shows a question and waits for its answer. */
export function ask(q: Omit<Question, 'answer'>): Promise<boolean> {
  store.getState().question?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      store.setState({ question: null })
      resolve(yes)
    }
    store.setState({ question: { ...q, answer } })
  })
}
