import '@xterm/xterm/css/xterm.css'
import { ArrowDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { show } from '../app/actions'
import { link } from '../app/live'
import { ask, store, tell } from '../app/store'
import { wantLine } from '../files/wanted'
import { Emulator, type Sizing } from './emulator'
import type { Size } from './fit'
import { fontsLoaded } from './fonts'
import { absolute } from './paths'
import { type Found, SearchBar } from './SearchBar'
import { offer } from './search'
import css from './Terminal.module.css'
import { useLook } from './useLook'

export interface Props {
  id: number
  sizing: Sizing
  autoFocus?: boolean
}

/** Live is a terminal as it runs. React draws its frame; the emulator the rest. */
export function Live({ id, sizing, autoFocus = false }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const emulator = useRef<Emulator>(null)
  const look = useLook()
  const [foreign, setForeign] = useState<Size | null>(null)
  const [up, setUp] = useState(false)
  const [over, setOver] = useState(false)
  // Each try is an emulator of its own.
  const [tries, setTries] = useState(0)
  const [searching, setSearching] = useState(false)
  const [found, setFound] = useState<Found>({ at: -1, count: 0 })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new look is given to the emulator below, not by making another
  useEffect(() => {
    let gone = false
    if (tries > mostTries) return tell('This terminal cannot be drawn.', 'reload the page', true)
    void fontsLoaded().then(() => {
      if (gone || !host.current) return
      emulator.current = new Emulator(link, id, host.current, look, innerWidth > phone ? sizing : 'typed', {
        foreign: setForeign,
        scrolledUp: setUp,
        found: (at, count) => setFound({ at, count }),
        ended: () => setOver(true),
        failed: () => setTries((n) => n + 1),
        openPlace: (path, line) => openPlace(id, path, line),
        refused: (message, nextStep) => tell(message, nextStep, true),
        confirmPaste,
      })
      if (autoFocus) emulator.current.focus()
    })
    return () => {
      gone = true
      emulator.current?.dispose()
      emulator.current = null
    }
  }, [id, tries])

  useEffect(() => emulator.current?.setLook(look), [look])
  useEffect(
    () =>
      offer({
        focused: () => emulator.current?.focused ?? false,
        search: () => setSearching(true),
        toPrompt: (by) => emulator.current?.toPrompt(by),
      }),
    [],
  )
  useEffect(() => {
    if (autoFocus && elsewhere(host.current)) emulator.current?.focus()
  }, [autoFocus])

  return (
    <div className={css.live}>
      <div ref={host} className={css.host} data-terminal={id} />
      {searching && (
        <SearchBar
          found={found}
          find={(words, back) => emulator.current?.find(words, back)}
          close={() => {
            setSearching(false)
            emulator.current?.find('')
            emulator.current?.focus()
          }}
        />
      )}
      {up && (
        <button type="button" className={`btn sm ${css.down}`} onClick={() => emulator.current?.scrollToBottom()}>
          <ArrowDown className="icon s" aria-hidden="true" />
          Latest output
        </button>
      )}
      {foreign && !over && sizing === 'always' && (
        <p className={css.foreign}>
          {foreign.cols}×{foreign.rows}, sized in another window. Type to fit it here.
        </p>
      )}
      {over && <p className={css.over}>The program in this terminal has ended.</p>}
    </div>
  )
}

/** An emulator that fails on every snapshot would be made for ever. */
const mostTries = 3

/** elsewhere says that the focus is in another pane, or nowhere. */
function elsewhere(host: HTMLElement | null): boolean {
  const at = document.activeElement
  const pane = at?.closest('[data-pane]')
  return at === document.body || (!!pane && pane !== host?.closest('[data-pane]'))
}

/** Pages this narrow look at a terminal without taking its size. */
const phone = 720

/** openPlace opens a file that a terminal names, from that terminal's folder. */
function openPlace(id: number, path: string, line: number): void {
  const dir = store.getState().terminals.find((t) => t.id === id)?.dir ?? ''
  const file = absolute(path, dir)
  if (line) wantLine(file, line)
  show(`file:${file}`)
}

function confirmPaste(text: string): Promise<boolean> {
  const lines = text.split('\n').length
  return ask({
    title: `Paste ${lines} lines?`,
    text: 'The program here takes a paste as typing: it may run each line at once.',
    action: 'Paste',
  })
}
