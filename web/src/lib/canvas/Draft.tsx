import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { harness } from '../agents/agents'
import { HARNESSES } from '../api.gen'
import { edit } from './actions'
import { hooksOf } from './does'
import type { Engine } from './engine'
import { folderAt, freeName, made, type Words } from './make'
import css from './Surface.module.css'
import { useView } from './use'
import type { Draft as Drafted, NewKind } from './view'

/** Draft asks for what a new node cannot be without, where it will be. */
export function Draft({ id, engine }: { id: string; engine: Engine }) {
  const draft = useView(id, (v) => v.draft)
  return draft && <Open key={`${draft.kind}${draft.place.x},${draft.place.y}`} id={id} engine={engine} draft={draft} />
}

const asks: Partial<Record<NewKind, { title: string; label: string; hint: string }>> = {
  agent: { title: 'A new seat', label: 'Name', hint: 'It stays: mail and edges go by it.' },
  terminal: { title: 'A new terminal', label: 'Name', hint: 'What it is for.' },
  region: { title: 'A new region', label: 'Name', hint: 'What lies fully in it belongs to it.' },
  link: { title: 'A new link', label: 'Address', hint: 'https://…' },
  file: { title: 'A new file card', label: 'Path', hint: 'The whole path.' },
  git: { title: 'A new git card', label: 'Folder', hint: 'The whole path of a repository.' },
}

/** Those that this build can start come first. */
const first = ['claude', 'codex', 'pi', 'gemini', 'opencode', 'copilot', 'qwen', 'kimi', 'demo']
const harnesses = [...first, ...HARNESSES.filter((h) => !first.includes(h))]

const lastHarness = 'junto.harness'

function Open({ id, engine, draft }: { id: string; engine: Engine; draft: Drafted }) {
  const asked = asks[draft.kind]
  const agent = draft.kind === 'agent'
  const [name, setName] = useState(agent ? freeName(engine.canvas) : '')
  const [program, setProgram] = useState(localStorage.getItem(lastHarness) ?? 'claude')
  const runs = agent || draft.kind === 'terminal'
  const [folder, setFolder] = useState(runs ? folderAt(engine.canvas, draft.place) : '')
  const form = useRef<HTMLFormElement>(null)
  const label = useId()
  useEffect(() => {
    const field = form.current?.querySelector('input')
    field?.focus({ preventScroll: true })
    field?.select()
  }, [])
  useEffect(() => engine.watch(() => form.current && beside(form.current, engine, draft)), [engine, draft])
  const close = () => {
    engine.view.setState({ draft: null })
    hooksOf(id, engine).focus(null)
  }
  const submit = async (e: FormEvent) => {
    e.preventDefault()
    const words: Words = { name, harness: program, folder }
    const node = made(draft.kind, draft.place, words)
    if (agent) localStorage.setItem(lastHarness, program)
    if (!(await edit(id, [{ op: 'add_node', node }]))) return
    engine.view.setState({ draft: null, selection: new Set([node.id]) })
    hooksOf(id, engine).focus(node.id)
  }
  const keys = (e: KeyboardEvent) => {
    if (e.key !== 'Escape') return
    e.stopPropagation()
    close()
  }
  return (
    <form
      ref={form}
      className={css.draft}
      data-island="draft"
      aria-labelledby={label}
      onSubmit={(e) => void submit(e)}
      onKeyDown={keys}
    >
      <h2 id={label}>{asked?.title}</h2>
      <Field label={asked?.label ?? 'Name'} value={name} hint={asked?.hint} set={setName} />
      {agent && (
        <label>
          <span>Harness</span>
          <select className="field" value={program} onChange={(e) => setProgram(e.target.value)}>
            {harnesses.map((h) => (
              <option key={h} value={h}>
                {harness(h).name}
              </option>
            ))}
          </select>
        </label>
      )}
      {runs && <Field label="Folder" value={folder} hint="Empty: your home folder." set={setFolder} />}
      <div className={css.draftFoot}>
        <button type="button" className="btn sm" onClick={close}>
          Cancel
        </button>
        <button type="submit" className="btn sm primary" disabled={name.trim() === ''}>
          Add
        </button>
      </div>
    </form>
  )
}

function Field(p: { label: string; value: string; hint: string | undefined; set(v: string): void }) {
  return (
    <label>
      <span>{p.label}</span>
      <input
        className="field"
        value={p.value}
        placeholder={p.hint}
        onChange={(e) => p.set(e.target.value)}
        spellCheck={false}
        autoComplete="off"
      />
    </label>
  )
}

/** beside puts the form where the node will be, and wholly on the surface. */
function beside(form: HTMLElement, engine: Engine, draft: Drafted): void {
  const { x, y, z } = engine.camera
  const within = (at: number, length: number, whole: number) => Math.max(8, Math.min(at, whole - length - 8))
  const left = within(draft.place.x * z + x, form.offsetWidth, engine.size.width)
  const top = within(draft.place.y * z + y, form.offsetHeight, engine.size.height)
  form.style.transform = `translate(${Math.round(left)}px,${Math.round(top)}px)`
}
