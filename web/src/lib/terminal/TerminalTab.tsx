import { statusOf } from '../agents/agents'
import { endTerminal, peek, show } from '../app/actions'
import { useApp } from '../app/store'
import { type Item, MoreMenu } from '../ui/ItemMenu'
import { StatusChip } from '../ui/Marks'
import { LazyLive } from './LazyLive'
import { title } from './list'
import css from './Terminal.module.css'

/** TerminalTab is a live terminal that fills its tab. */
export function TerminalTab({ id, focused }: { id: number; focused: boolean }) {
  const t = useApp((a) => a.terminals.find((t) => t.id === id))
  const loaded = useApp((a) => a.loaded)
  if (!t) return loaded ? <p className={css.gone}>There is no terminal {id} any more.</p> : null
  const items: Item[] = [
    ...(t.agent ? [{ title: 'Peek', run: () => peek(id) }] : []),
    { title: 'Review changes', run: () => show(`diff:${id}`) },
    null,
    { title: 'End terminal…', run: () => endTerminal(id) },
  ]
  return (
    <div className={css.tab}>
      <h1 className="hidden">{title(t)}</h1>
      <LazyLive id={id} sizing="always" autoFocus={focused} />
      <div className={css.corner}>
        {t.agent && <StatusChip status={statusOf(t)} since={t.since} />}
        <MoreMenu label="Terminal actions" items={items} />
      </div>
    </div>
  )
}
