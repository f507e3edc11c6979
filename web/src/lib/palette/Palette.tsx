import { Dialog } from '@base-ui/react/dialog'
import { Command } from 'cmdk'
import { useEffect, useMemo, useState } from 'react'
import { store, useApp } from '../app/store'
import { canvases as canvasesStore, canvasNow, useCanvases } from '../canvas/canvases'
import dialog from '../ui/Dialog.module.css'
import { paletteClosed, takeEarly } from './early'
import { type Entry, entries } from './entries'
import css from './Palette.module.css'
import { rank } from './rank'
import { recent, remember } from './recent'

const most = 50

/** Palette goes to anything and does anything, by a few letters of its name. */
export function Palette() {
  const terminals = useApp((a) => a.terminals)
  const scene = useApp((a) => a.scene)
  const canvases = useCanvases((c) => c.list)
  const [query, setQuery] = useState('')
  useEffect(() => paletteClosed, [])
  const all = useMemo(() => entries(terminals, scene, canvases ?? [], drawn()), [terminals, scene, canvases])
  const find = (text: string) => rank(text, all, recent()).slice(0, most)
  const found = find(query)
  const focused = () => {
    const early = takeEarly()
    if (early === null) return
    setQuery(early.text)
    const first = find(early.text)[0]
    if (early.entered && first) choose(first)
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.veil} />
        <Dialog.Popup className={`${dialog.box} ${dialog.wide}`} aria-label="Find or do">
          <Command shouldFilter={false} loop label="Find or do">
            <Command.Input
              className={css.input}
              value={query}
              onValueChange={setQuery}
              onFocus={focused}
              placeholder="Go to, or do…"
            />
            <Command.List className={css.list}>
              <Command.Empty className={css.none}>Nothing is called that.</Command.Empty>
              {found.map((e) => (
                <Command.Item key={e.id} value={e.id} className={css.item} onSelect={() => choose(e)}>
                  {e.icon}
                  <span className="cut">{e.title}</span>
                  <small className="cut">{e.detail}</small>
                  {e.keys && <kbd>{e.keys}</kbd>}
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** drawn are the canvases that are open: their cards can be gone to. */
function drawn() {
  return Object.keys(canvasesStore.getState().shown).flatMap((id) => canvasNow(id) ?? [])
}

function close(): void {
  store.setState({ overlay: null })
}

function choose(e: Entry): void {
  close()
  remember(e.id)
  e.run()
}
