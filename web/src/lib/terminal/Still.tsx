import '@xterm/xterm/css/xterm.css'
import { useEffect, useRef } from 'react'
import { colours } from './colours'
import { fontsLoaded } from './fonts'
import { makeTerminal } from './make'
import css from './Terminal.module.css'
import { useLook } from './useLook'

export interface Props {
  /** Bytes in base64 that draw the screen. */
  screen: string
  cols: number
  rows: number
}

/** Still is a screen that nothing changes any more. */
export function Still({ screen, cols, rows }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const look = useLook()
  useEffect(() => {
    let gone = false
    const term = makeTerminal(look)
    void fontsLoaded().then(() => {
      if (gone || !host.current) return
      term.options.disableStdin = true
      term.options.theme = { ...colours(getComputedStyle(document.documentElement), look), cursor: 'transparent' }
      term.resize(cols, rows)
      term.open(host.current)
      term.write(Uint8Array.from(atob(screen), (c) => c.charCodeAt(0)))
    })
    return () => {
      gone = true
      term.dispose()
    }
  }, [screen, cols, rows, look])
  return (
    <div className={css.live}>
      <div ref={host} className={css.host} />
    </div>
  )
}
