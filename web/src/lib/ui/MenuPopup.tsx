import { Menu } from '@base-ui/react/menu'
import css from './Menu.module.css'

/** One line of a menu; null draws a line between. */
export type Item = { title: string; keys?: string; disabled?: boolean; run(): void } | null

interface Props {
  items: readonly Item[]
  /** Where it opens: beside an element, or at a place on the page. */
  anchor: Element | { getBoundingClientRect(): DOMRect } | null
  align: 'start' | 'end'
  /** What has the focus again once it is closed. */
  back: HTMLElement | null
  close(): void
}

/** MenuPopup is a menu that is open. */
export function MenuPopup({ items, anchor, align, back, close }: Props) {
  return (
    <Menu.Root open onOpenChange={(open) => !open && close()}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} sideOffset={4} align={align} className={css.place}>
          <Menu.Popup className={css.popup} finalFocus={() => back}>
            {items.map((item, i) =>
              item ? (
                <Menu.Item key={item.title} className={css.item} disabled={item.disabled ?? false} onClick={item.run}>
                  {item.title}
                  {item.keys && <kbd>{item.keys}</kbd>}
                </Menu.Item>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name
                <Menu.Separator key={i} className={css.line} />
              ),
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
