import { ArrowUpRight, CornerDownLeft, GitPullRequest, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { TerminalView } from '../api.gen'
import { openTerminal, peek, reply, show } from '../app/actions'
import { useApp } from '../app/store'
import { LazyLive } from '../terminal/LazyLive'
import { title } from '../terminal/list'
import { StatusChip, Tile } from '../ui/Marks'
import { harness, statusOf } from './agents'
import { Changes } from './Changes'
import css from './Peek.module.css'
import { Where } from './Where'

/** Peek is the drawer: an agent's live terminal, and a box to answer it. */
export function Peek({ id }: { id: number }) {
  const t = useApp((a) => a.terminals.find((t) => t.id === id))
  const drawer = useRef<HTMLElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    // On a touch screen the focus would raise the keyboard over what is to be read.
    if (matchMedia('(pointer: fine)').matches) drawer.current?.querySelector('textarea')?.focus()
    else drawer.current?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  const keys = (e: KeyboardEvent) => {
    const inTerminal = e.target instanceof HTMLElement && e.target.closest('.xterm')
    if (e.key === 'Escape' && !inTerminal) peek(0)
  }
  if (!t) return null
  return (
    <section
      ref={drawer}
      tabIndex={-1}
      data-peek={id}
      className={css.peek}
      aria-label={`Peek at ${title(t)}`}
      onKeyDown={keys}
    >
      <Head t={t} />
      <div className={css.screen}>
        <LazyLive id={id} sizing="unreadable" />
      </div>
      <div className={css.meta}>
        <span className={css.place}>
          <Changes id={t.id} status={t.status ?? ''} />
          <span className="mono cut" title={t.dir}>
            {t.dir}
          </span>
        </span>
        <button type="button" className="btn ghost sm" onClick={() => review(t.id)}>
          <GitPullRequest className="icon s" aria-hidden="true" />
          Review changes
        </button>
      </div>
      <Answer key={id} t={t} />
    </section>
  )
}

function Head({ t }: { t: TerminalView }) {
  return (
    <header className={css.head}>
      {t.agent && <Tile agent={t.agent} size="l" />}
      <div>
        <h2 className="cut">{title(t)}</h2>
        <small>
          {t.agent && <span className="cut">{harness(t.agent).name} ·</span>}
          <Where t={t} />
        </small>
      </div>
      {t.agent && <StatusChip status={statusOf(t)} since={t.since} />}
      <button type="button" className="btn ghost sm square" aria-label="Open in a tab" onClick={() => open(t.id)}>
        <ArrowUpRight className="icon" aria-hidden="true" />
      </button>
      <button type="button" className="btn ghost sm square" aria-label="Close" onClick={() => peek(0)}>
        <X className="icon" aria-hidden="true" />
      </button>
    </header>
  )
}

function review(id: number): void {
  peek(0)
  show(`diff:${id}`)
}

function open(id: number): void {
  peek(0)
  openTerminal(id)
}

function Answer({ t }: { t: TerminalView }) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  if (!t.agent) return null
  const send = async () => {
    if (busy || text.trim() === '') return
    setBusy(true)
    if (await reply(t.id, text)) setText('')
    setBusy(false)
  }
  const keys = (e: KeyboardEvent) => {
    if (e.key !== 'Enter' || e.shiftKey || e.nativeEvent.isComposing) return
    e.preventDefault()
    void send()
  }
  const name = harness(t.agent).name
  return (
    <form
      className={css.answer}
      onSubmit={(e) => {
        e.preventDefault()
        void send()
      }}
    >
      <textarea
        rows={1}
        value={text}
        placeholder={`Reply to ${name}`}
        aria-label={`Reply to ${name}`}
        onChange={(e) => setText(e.target.value)}
        onKeyDown={keys}
      />
      <button type="submit" className="btn primary" aria-label="Send" disabled={busy || text.trim() === ''}>
        <CornerDownLeft className="icon" aria-hidden="true" />
      </button>
    </form>
  )
}
