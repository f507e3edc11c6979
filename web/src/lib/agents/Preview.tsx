import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call'
import css from './Agents.module.css'

const lines = 5
/** Often enough to see that it works; a card is no terminal. */
const every = 1500

/** Preview is the end of a terminal's screen as plain text, while it is in view. */
export function Preview({ id }: { id: number }) {
  const box = useRef<HTMLPreElement>(null)
  const [text, setText] = useState<readonly string[]>([])
  useEffect(() => {
    let seen = false
    let busy = false
    const look = async () => {
      if (!seen || busy || document.visibilityState === 'hidden') return
      busy = true
      const screen = await call('tool.screen', { id, lines: 24 }).catch(() => null)
      busy = false
      if (screen) setText(ending(screen.lines))
    }
    const watcher = new IntersectionObserver(([e]) => {
      seen = e?.isIntersecting ?? false
      void look()
    })
    if (box.current) watcher.observe(box.current)
    const timer = setInterval(() => void look(), every)
    return () => {
      clearInterval(timer)
      watcher.disconnect()
    }
  }, [id])
  return (
    <pre ref={box} className={css.preview} aria-hidden="true">
      {text.join('\n')}
    </pre>
  )
}

/** ending is the last lines with something on them, without frames. */
export function ending(all: readonly string[], most = lines): string[] {
  return all
    .map((l) => l.replace(/[─━═╌╭╮╰╯│┃]+/g, '').trimEnd())
    .filter((l) => l.trim() !== '')
    .slice(-most)
}
