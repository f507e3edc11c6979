import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import type { Axis } from './model'
import { moved } from './shares'
import css from './Workspace.module.css'

interface Props {
  box: RefObject<HTMLDivElement | null>
  axis: Axis
  shares: readonly number[]
  /** The child after the divider. */
  at: number
  drag(shares: number[]): void
  settle(shares: number[]): void
}

const keyStep = 20

/** Divider lies between two panes and moves their border. */
export function Divider({ box, axis, shares, at, drag, settle }: Props) {
  const begin = (e: PointerEvent<HTMLDivElement>) => {
    const target = e.currentTarget
    const size = axis === 'row' ? box.current?.clientWidth : box.current?.clientHeight
    if (!size) return
    const start = axis === 'row' ? e.clientX : e.clientY
    const shareAt = (m: globalThis.PointerEvent) => {
      const by = (axis === 'row' ? m.clientX : m.clientY) - start
      return moved(shares, at, (by / size) * shares.reduce((a, b) => a + b, 0))
    }
    const move = (m: globalThis.PointerEvent) => drag(shareAt(m))
    target.setPointerCapture(e.pointerId)
    target.onpointermove = move
    target.onpointerup = (m) => {
      target.onpointermove = target.onpointerup = null
      settle(shareAt(m))
    }
  }
  const keys = (e: KeyboardEvent) => {
    const by = { ArrowLeft: -keyStep, ArrowUp: -keyStep, ArrowRight: keyStep, ArrowDown: keyStep }[e.key]
    if (by) settle(moved(shares, at, by))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves, which hr is not
    <div
      className={css.divider}
      data-axis={axis}
      role="separator"
      tabIndex={0}
      aria-label="Border between panes"
      aria-orientation={axis === 'row' ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(shares[at - 1] ?? 0)}
      aria-valuemin={0}
      aria-valuemax={1000}
      onPointerDown={begin}
      onKeyDown={keys}
    />
  )
}
