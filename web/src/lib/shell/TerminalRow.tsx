import { SquareTerminal } from 'lucide-react'
import { memo } from 'react'
import { statusOf } from '../agents/agents'
import type { TerminalView } from '../api.gen'
import { endTerminal, openTerminal, peek } from '../app/actions'
import { useApp } from '../app/store'
import { title } from '../terminal/list'
import { type Item, WithMenu } from '../ui/ItemMenu'
import { Glyph, Tile } from '../ui/Marks'
import { ProgressBar } from '../ui/ProgressBar'
import { focusedTerminal } from '../workspace/model'
import css from './Sidebar.module.css'

/** TerminalRow is a terminal in the sidebar, whether or not a tab shows it. */
export const TerminalRow = memo(function TerminalRow({ t }: { t: TerminalView }) {
  const current = useApp((a) => focusedTerminal(a.scene) === t.id)
  const items: Item[] = [
    { title: 'Open', run: () => openTerminal(t.id) },
    ...(t.agent ? [{ title: 'Peek', run: () => peek(t.id) }] : []),
    null,
    { title: 'End terminal…', run: () => endTerminal(t.id) },
  ]
  return (
    <li>
      <WithMenu items={items} render={<div className={css.line} />}>
        <button
          type="button"
          className={`${css.row} ${css.sub}`}
          data-terminal-row={t.id}
          data-on={current || undefined}
          onClick={() => openTerminal(t.id)}
        >
          {t.agent ? <Tile agent={t.agent} size="xs" /> : <SquareTerminal className="icon s" aria-hidden="true" />}
          <span className="cut">{title(t)}</span>
          {t.progress && <ProgressBar p={t.progress} />}
          <span className={css.end}>{t.running ? t.agent && <State t={t} /> : <span className="dim">ended</span>}</span>
        </button>
      </WithMenu>
    </li>
  )
})

function State({ t }: { t: TerminalView }) {
  const status = statusOf(t)
  return (
    <span className={`count ${status}`} title={status}>
      <Glyph status={status} />
      <span className="hidden">{status}</span>
    </span>
  )
}
