import '@xterm/xterm/css/xterm.css'
import { useEffect, useRef } from 'react'
import { useApp } from '../app/store'
import { isLight } from '../settings/settings'
import { colours } from './colours'
import { fontsLoaded } from './fonts'
import { makeTerminal } from './make'
import css from './Terminal.module.css'

export interface Props {
  /** Bytes in base64 that draw the screen. */
  screen: string
  cols: number
  rows: number
}

/** Still is a screen that nothing changes any more. */
export function Still({ screen, cols, rows }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const font = useApp((a) => a.settings.font)
  const screenReader = useApp((a) => a.settings.screenReader)
  const light = useApp((a) => isLight(a.settings.theme, a.systemLight))
  useEffect(() => {
    let gone = false
    const term = makeTerminal({ font, light, screenReader })
    void fontsLoaded().then(() => {
      if (gone || !host.current) return
      term.options.disableStdin = true
      term.options.theme = { ...colours(getComputedStyle(document.documentElement), light), cursor: 'transparent' }
      term.resize(cols, rows)
      term.open(host.current)
      term.write(Uint8Array.from(atob(screen), (c) => c.charCodeAt(0)))
    })
    return () => {
      gone = true
      term.dispose()
    }
  }, [screen, cols, rows, font, light, screenReader])
  return (
    <div className={css.live}>
      <div ref={host} className={css.host} />
    </div>
  )
}
