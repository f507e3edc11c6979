import { Check } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { edit } from './actions'
import css from './Cards.module.css'
import { canvasNow } from './canvases'
import type { Item } from './document'
import { hooksOf } from './does'
import type { Engine } from './engine'
import { type Block, blocks, type Span } from './note'

/** Note is a text in Markdown. */
export function Note({ text }: { text: string }) {
  return (
    <div className={css.paper}>
      {blocks(text).map((b, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text have no other name
        <Piece key={i} b={b} first={i === 0} />
      ))}
    </div>
  )
}

function Piece({ b, first }: { b: Block; first: boolean }) {
  switch (b.kind) {
    case 'heading':
      return (
        <p className={css.heading}>
          <Words spans={b.spans} />
        </p>
      )
    case 'item':
      return (
        <p className={css.item} data-done={b.done || undefined}>
          {b.done === undefined ? (
            <i className={css.bullet} />
          ) : (
            <i className={css.box}>{b.done && <Check className="icon xs" aria-hidden="true" />}</i>
          )}
          <span>
            {b.done && <span className="hidden">done: </span>}
            <Words spans={b.spans} />
          </span>
        </p>
      )
    case 'code':
      return <pre className="mono">{b.text}</pre>
    case 'text':
      return (
        <p className={first ? css.heading : undefined}>
          <Words spans={b.spans} />
        </p>
      )
  }
}

function Words({ spans }: { spans: readonly Span[] }) {
  return spans.map((s, i) => {
    switch (s.style) {
      case 'strong':
        // biome-ignore lint/suspicious/noArrayIndexKey: the spans of a line have no other name
        return <b key={i}>{s.text}</b>
      case 'em':
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        return <em key={i}>{s.text}</em>
      case 'code':
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <code key={i} className="mono">
            {s.text}
          </code>
        )
      default:
        return s.text
    }
  })
}

/** Writing is a note's or a label's text while it is written. */
export function Writing({ id, item, engine }: { id: string; item: Item; engine: Engine }) {
  const [text, setText] = useState(item.node.text ?? '')
  const [seen, setSeen] = useState(() => canvasNow(id))
  const field = useRef<HTMLTextAreaElement>(null)
  const over = useRef(false)
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [])
  const keep = async (focusAfter: boolean) => {
    if (over.current) return
    over.current = true
    const done = await store(id, item, text, seen)
    if (!done) {
      // What was refused stays to be written. The person was told of the other
      // text: to end it again is to mean it.
      over.current = false
      setSeen(canvasNow(id))
      return
    }
    engine.view.setState({ editing: null })
    if (focusAfter) hooksOf(id, engine).focus(engine.canvas.byID.has(item.id) ? item.id : null)
  }
  const keys = (e: KeyboardEvent) => {
    const finish = e.key === 'Escape' || (e.key === 'Enter' && (e.ctrlKey || e.metaKey))
    if (!finish || e.nativeEvent.isComposing) return
    e.preventDefault()
    e.stopPropagation()
    void keep(true)
  }
  return (
    <textarea
      ref={field}
      className={item.kind === 'label' ? css.writeLabel : css.writeNote}
      aria-label={item.kind === 'label' ? 'Text of the label' : 'Text of the note, in Markdown'}
      placeholder={item.kind === 'label' ? 'Label' : 'Write. Escape ends it.'}
      value={text}
      onChange={(e) => setText(e.target.value)}
      onKeyDown={keys}
      onBlur={() => void keep(false)}
      spellCheck={false}
    />
  )
}

/** store keeps a text; a node that was left without one goes. */
function store(id: string, item: Item, text: string, seen: ReturnType<typeof canvasNow>): Promise<boolean> {
  if (text.trim() === '') return edit(id, [{ op: 'delete_node', id: item.id }], { gesture: item.id })
  if (text === item.node.text) return Promise.resolve(true)
  return edit(id, [{ op: 'set_node', id: item.id, text }], { gesture: item.id, ...(seen ? { seen } : {}) })
}
