import { Ellipsis } from 'lucide-react'
import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, Suspense, useRef, useState } from 'react'
import { lazyPart } from './lazyPart'
import type { Item } from './MenuPopup'

export type { Item } from './MenuPopup'

// A page has many menus and opens few: none costs anything before it is opened.
const MenuPopup = lazyPart(() => import('./MenuPopup').then((m) => m.MenuPopup))

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
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`btn ghost sm square ${className}`}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Ellipsis className="icon s" aria-hidden="true" />
      </button>
      <Suspense>
        {open && (
          <MenuPopup
            items={items}
            anchor={button.current}
            align="end"
            back={button.current}
            close={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}

interface Place {
  at: DOMRect
  back: HTMLElement | null
}

/** How long a finger rests for a menu, in ms, where the browser does not tell. */
const longPress = 500

/** WithMenu gives what it draws a menu on the right button. */
export function WithMenu({
  items,
  render,
  children,
}: {
  items: readonly Item[]
  render: ReactElement<Record<string, unknown>>
  children: ReactNode
}) {
  const [place, setPlace] = useState<Place | null>(null)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const open = (x: number, y: number) =>
    setPlace({ at: new DOMRect(x, y, 0, 0), back: document.activeElement as HTMLElement | null })
  const lift = () => clearTimeout(resting.current)
  return (
    <>
      {cloneElement(
        render,
        {
          onContextMenu: (e: MouseEvent) => {
            e.preventDefault()
            open(e.clientX, e.clientY)
          },
          onTouchStart: (e: React.TouchEvent) => {
            const [finger] = Array.from(e.touches)
            if (finger) resting.current = setTimeout(() => open(finger.clientX, finger.clientY), longPress)
          },
          onTouchMove: lift,
          onTouchEnd: lift,
        },
        children,
      )}
      <Suspense>
        {place && (
          <MenuPopup
            items={items}
            anchor={{ getBoundingClientRect: () => place.at }}
            align="start"
            back={place.back}
            close={() => setPlace(null)}
          />
        )}
      </Suspense>
    </>
  )
}
