// The forms and files by which canvases are made, named and taken away.

import { CallError, call } from '../api/call'
import type { CanvasDocument } from '../api.gen'
import { act, attempt } from '../app/actions'
import { ask, type Form, store, tell } from '../app/store'
import { findTab } from '../workspace/model'
import { nameOf, openCanvas } from './actions'
import { canvases, refreshList } from './canvases'

/** tried runs a step and returns what is wrong with it, or nothing. */
async function tried(step: () => Promise<unknown>): Promise<string> {
  try {
    await step()
    return ''
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return error.nextStep ? `${error.message}: ${error.nextStep}` : error.message
  }
}

function askName(
  form: Pick<Form, 'title' | 'action'> & { value?: string; hint?: string },
  step: (name: string) => Promise<unknown>,
): void {
  store.setState({
    form: { label: 'Name', value: '', ...form, submit: (name) => tried(() => step(name)) },
  })
}

export function createCanvas(): void {
  askName({ title: 'New canvas', action: 'Create canvas', hint: 'What its agents work on together.' }, async (name) =>
    openCanvas((await call('canvas.create', { name })).canvas),
  )
}

export function renameCanvas(id: string): void {
  const name = nameOf(id)
  askName({ title: `Rename ${name}`, action: 'Rename', value: name }, (to) =>
    call('canvas.rename', { canvas: id, name: to }),
  )
}

export function duplicateCanvas(id: string): void {
  const name = nameOf(id)
  const hint = 'The same drawing; its seats are new ones, with nobody in them.'
  askName({ title: `Duplicate ${name}`, action: 'Duplicate', value: free(`${name} copy`), hint }, async (to) =>
    openCanvas((await call('canvas.duplicate', { canvas: id, name: to })).canvas),
  )
}

/** free is the name, with a number where it is taken. */
function free(name: string): string {
  const taken = new Set((canvases.getState().list ?? []).map((c) => c.name))
  let next = name
  for (let n = 2; taken.has(next); n++) next = `${name} ${n}`
  return next
}

export async function deleteCanvas(id: string): Promise<void> {
  const name = nameOf(id)
  const yes = await ask({
    title: `Delete ${name}?`,
    text: 'The drawing and its history go, and with them every grant between its seats. What runs in the seats goes on, unless its card says otherwise. This cannot be undone; export it first to keep a copy.',
    action: 'Delete canvas',
    danger: true,
  })
  if (!yes) return
  const done = await attempt(() => call('canvas.delete', { canvas: id }))
  const tab = done && findTab(store.getState().scene, `canvas:${id}`)
  if (tab) act({ act: 'close_tab', tab: tab.id })
  void refreshList()
}

export type Format = 'canvas' | 'digest' | 'svg'

/** exportCanvas saves a canvas as a file of the browser's. */
export async function exportCanvas(id: string, format: Format): Promise<void> {
  const file = await attempt(() => call('canvas.export', { canvas: id, format }))
  if (!file) return
  const url = URL.createObjectURL(new Blob([file.data], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  URL.revokeObjectURL(url)
}

/** importCanvas makes a canvas of a file that the person chooses. */
export function importCanvas(): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.canvas,application/json'
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    if (file) void take(file)
  })
  input.click()
}

async function take(file: File): Promise<void> {
  let document: CanvasDocument
  try {
    document = JSON.parse(await file.text()) as CanvasDocument
  } catch {
    return tell(`${file.name} is no JSON`, 'choose a .canvas file', true)
  }
  const name = free(file.name.replace(/\.canvas$|\.json$/i, ''))
  const made = await attempt(() => call('canvas.import', { name, document }))
  if (!made) return
  if (made.rebound.length > 0) tell(`${made.rebound.length} seats belong to another canvas: here they are new ones`)
  openCanvas(made.canvas)
}
