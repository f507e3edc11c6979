import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import css from './Code.module.css'
import { revealed, topFor, windowOf } from './window'

export interface RowsHandle {
  scrollTo(row: number): void
  /** Scrolls only as far as it takes to see the row. */
  reveal(row: number): void
  focus(): void
}

interface Props {
  count: number
  rowHeight: number
  label: string
  /** The longest row's width, so that all can be scrolled to: in ch. */
  width?: number
  className?: string | undefined
  handle?: Ref<RowsHandle>
  onKeyDown?: ((e: KeyboardEvent) => void) | undefined
  row(i: number): ReactNode
}

/** Rows draws a long list of rows of one height, but only those in view. */
export function Rows({ count, rowHeight, label, width = 0, className = '', handle, onKeyDown, row }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 800 })
  const look = () => {
    const el = box.current
    if (el)
      setView((v) =>
        v.top === el.scrollTop && v.height === el.clientHeight ? v : { top: el.scrollTop, height: el.clientHeight },
      )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; look reads no state
  useLayoutEffect(() => {
    look()
    const sizes = new ResizeObserver(look)
    if (box.current) sizes.observe(box.current)
    return () => sizes.disconnect()
  }, [])
  useImperativeHandle(handle, () => ({
    scrollTo: (i) => {
      const el = box.current
      if (el) el.scrollTop = topFor(i, rowHeight, el.clientHeight)
    },
    reveal: (i) => {
      const el = box.current
      if (el) el.scrollTop = revealed(i, rowHeight, el.scrollTop, el.clientHeight)
    },
    focus: () => box.current?.focus(),
  }))
  const [first, end] = windowOf(count, rowHeight, view.top, view.height)
  return (
    <div className={css.frame}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows to scroll through, no form's fieldset */}
      <div
        ref={box}
        className={`${css.rows} ${className}`}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        tabIndex={0}
        aria-label={label}
        onScroll={look}
        onKeyDown={onKeyDown}
      >
        <div style={{ height: count * rowHeight, minWidth: width ? `calc(${width}ch + 120px)` : undefined }}>
          <div style={{ transform: `translateY(${first * rowHeight}px)` }}>
            {Array.from({ length: end - first }, (_, i) => row(first + i))}
          </div>
        </div>
      </div>
    </div>
  )
}
