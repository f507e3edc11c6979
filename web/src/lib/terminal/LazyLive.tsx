import { lazy, Suspense } from 'react'
import { fontsLoaded } from './fonts'
import type { Props } from './Live'
import type { Props as StillProps } from './Still'
import css from './Terminal.module.css'

// The emulator is the largest part of the page, and not needed to draw it.
const load = () => import('./Live')
const Loaded = lazy(() => load().then((m) => ({ default: m.Live })))

/** preload fetches the emulator and its fonts before the first terminal is opened. */
export function preload(): void {
  void load()
  void fontsLoaded()
}

/** LazyLive is a live terminal, once the emulator is there. */
export function LazyLive(props: Props) {
  return (
    <Suspense fallback={<div className={css.live} />}>
      <Loaded {...props} />
    </Suspense>
  )
}

const LoadedStill = lazy(() => import('./Still').then((m) => ({ default: m.Still })))

/** LazyStill is a screen that nothing changes any more, once the emulator is there. */
export function LazyStill(props: StillProps) {
  return (
    <Suspense fallback={<div className={css.live} />}>
      <LoadedStill {...props} />
    </Suspense>
  )
}
