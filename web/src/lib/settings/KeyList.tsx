import { useEffect, useState } from 'react'
import { change } from '../app/actions'
import { useApp } from '../app/store'
import { chordsOf, holder, mac } from '../commands/bindings'
import { chordOf, show } from '../commands/chord'
import { type Command, commands } from '../commands/commands'
import { recording } from '../commands/keys'
import { bind, doubts, reset } from './bind'
import css from './Settings.module.css'

/** KeyList is every command with its chord, which the person can change. */
export function KeyList() {
  const own = useApp((a) => a.settings.keys)
  const [at, setAt] = useState('')
  const groups = [...new Set(commands.map((c) => c.group))]
  return (
    <section aria-labelledby="keys-title">
      <header className={css.title}>
        <h3 id="keys-title">Keys</h3>
        <button
          type="button"
          className="btn sm"
          disabled={Object.keys(own).length === 0}
          onClick={() => change({ keys: {} })}
        >
          Reset all
        </button>
      </header>
      {groups.map((group) => (
        <ul key={group} className={css.keys} aria-label={group}>
          {commands
            .filter((c) => c.group === group)
            .map((c) => (
              <KeyRow key={c.id} command={c} open={at === c.id} setOpen={(open) => setAt(open ? c.id : '')} />
            ))}
        </ul>
      ))}
    </section>
  )
}

interface RowProps {
  command: Command
  open: boolean
  setOpen(open: boolean): void
}

function KeyRow({ command: c, open, setOpen }: RowProps) {
  const own = useApp((a) => a.settings.keys)
  const chords = chordsOf(c.id, own)
  return (
    <li data-command={c.id}>
      <div className={css.key}>
        <span>
          {c.title} <small>{c.group}</small>
        </span>
        <span>
          {chords.map((k) => (
            <kbd key={k}>{show(k, mac)}</kbd>
          ))}
          {chords.length === 0 && <small>none</small>}
        </span>
        {own[c.id] && !open && (
          <button
            type="button"
            className="btn ghost sm"
            aria-label={`Reset the keys of ${c.title}`}
            onClick={() => change({ keys: reset(own, c.id, commands) })}
          >
            Reset
          </button>
        )}
        {!open && (
          <button
            type="button"
            className="btn sm"
            aria-label={`Change the keys of ${c.title}`}
            onClick={() => setOpen(true)}
          >
            Change
          </button>
        )}
      </div>
      {open && <Recorder command={c} done={() => setOpen(false)} />}
    </li>
  )
}

/** Recorder writes the next chord down; one that needs a word waits for a yes. */
function Recorder({ command: c, done }: { command: Command; done(): void }) {
  const own = useApp((a) => a.settings.keys)
  const [chord, setChord] = useState('')
  const [hint, setHint] = useState('')
  const set = (k: string | null) => {
    change({ keys: bind(own, c.id, k, commands) })
    done()
  }
  const heard = (e: KeyboardEvent) => {
    e.preventDefault()
    e.stopPropagation()
    if (e.key === 'Escape') return done()
    if (e.key === 'Backspace') return set(null)
    const pressed = chordOf(e, mac)
    if (!pressed)
      return setHint(onlyModifies(e) ? '' : `With ${mac ? '⌘, ⌃ or ⌥' : 'Ctrl or Alt'}: other keys are typed.`)
    const other = holder(pressed, commands, own)
    if ((!other || other.id === c.id) && doubts(pressed).length === 0) return set(pressed)
    setChord(pressed)
  }
  useRecording(chord ? null : heard)
  if (!chord) {
    return (
      <p className={css.record} role="status">
        Press the keys for “{c.title}”. <kbd>Backspace</kbd> takes them away, <kbd>Esc</kbd> leaves them.
        {hint && <b>{hint}</b>}
      </p>
    )
  }
  const other = holder(chord, commands, own)
  const taken = other && other.id !== c.id ? [`“${other.title}” has it, and would lose it.`] : []
  return (
    <div className={css.record} role="alert">
      <p>
        <kbd>{show(chord, mac)}</kbd> {[...taken, ...doubts(chord)].join(' ')}
      </p>
      <button type="button" className="btn sm primary" ref={focus} onClick={() => set(chord)}>
        Use it
      </button>
      <button type="button" className="btn sm" onClick={() => setChord('')}>
        Other keys
      </button>
      <button type="button" className="btn sm" onClick={done}>
        Cancel
      </button>
    </div>
  )
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus()
}

function onlyModifies(e: KeyboardEvent): boolean {
  return ['Control', 'Shift', 'Alt', 'AltGraph', 'Meta'].includes(e.key)
}

/** useRecording hands all keys to heard, before anything on the page takes them. */
function useRecording(heard: ((e: KeyboardEvent) => void) | null): void {
  useEffect(() => {
    if (!heard) return
    recording.on = true
    window.addEventListener('keydown', heard, { capture: true })
    return () => {
      recording.on = false
      window.removeEventListener('keydown', heard, { capture: true })
    }
  })
}
