import { ContextMenu } from '@base-ui/react/context-menu'
import { Menu } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import css from './Menu.module.css'

/** One line of a menu; null draws a line between. */
export type Item = { title: string; keys?: string; disabled?: boolean; run(): void } | null

function lines(items: readonly Item[]) {
  return items.map((item, i) =>
    item ? (
      <Menu.Item key={item.title} className={css.item} disabled={item.disabled ?? false} onClick={item.run}>
        {item.title}
        {item.keys && <kbd>{item.keys}</kbd>}
      </Menu.Item>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name
      <Menu.Separator key={i} className={css.line} />
    ),
  )
}

/** MoreMenu is a button with dots that opens a menu. */
export function MoreMenu({
  label,
  items,
  className = '',
}: {
  label: string
  items: readonly Item[]
  className?: string | undefined
}) {
  return (
    <Menu.Root>
      <Menu.Trigger className={`btn ghost sm square ${className}`} aria-label={label}>
        <Ellipsis className="icon s" aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className={css.place}>
          <Menu.Popup className={css.popup}>{lines(items)}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** WithMenu gives what it draws a menu on the right button. */
export function WithMenu({
  items,
  render,
  children,
}: {
  items: readonly Item[]
  render: ReactElement
  children: ReactNode
}) {
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger render={render}>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Positioner className={css.place}>
          <ContextMenu.Popup className={css.popup}>{lines(items)}</ContextMenu.Popup>
        </ContextMenu.Positioner>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}
