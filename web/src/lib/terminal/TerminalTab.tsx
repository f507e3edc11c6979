import { Menu } from '@base-ui/react/menu'
import { Ellipsis, OctagonX } from 'lucide-react'
import { statusOf } from '../agents/agents'
import { endTerminal, peek } from '../app/actions'
import { useApp } from '../app/store'
import { StatusChip } from '../ui/Marks'
import menu from '../ui/Menu.module.css'
import { Live } from './Live'
import { title } from './list'
import css from './Terminal.module.css'

/** TerminalTab is a live terminal that fills its tab. */
export function TerminalTab({ id }: { id: number }) {
  const t = useApp((a) => a.terminals.find((t) => t.id === id))
  const loaded = useApp((a) => a.loaded)
  if (!t) return loaded ? <p className={css.gone}>There is no terminal {id} any more.</p> : null
  return (
    <div className={css.tab}>
      <h1 className="hidden">{title(t)}</h1>
      <Live id={id} claims autoFocus />
      <div className={css.corner}>
        {t.agent && <StatusChip status={statusOf(t)} since={t.since} />}
        <Menu.Root>
          <Menu.Trigger className="btn ghost sm square" aria-label="Terminal actions">
            <Ellipsis className="icon s" aria-hidden="true" />
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Positioner sideOffset={4} align="end">
              <Menu.Popup className={menu.popup}>
                {t.agent && (
                  <Menu.Item className={menu.item} onClick={() => peek(id)}>
                    Peek
                  </Menu.Item>
                )}
                <Menu.Item className={menu.item} onClick={() => void endTerminal(t)}>
                  <OctagonX className="icon s" aria-hidden="true" />
                  End terminal…
                </Menu.Item>
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      </div>
    </div>
  )
}
