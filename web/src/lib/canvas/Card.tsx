import { ExternalLink, File, GitBranch, Link } from 'lucide-react'
import { memo, type ReactNode, useCallback } from 'react'
import css from './Cards.module.css'
import { useCanvases } from './canvases'
import { type Item, seated } from './document'
import type { Engine } from './engine'
import { glance } from './glance'
import { Note, Writing } from './Note'
import { SeatCard } from './SeatCard'
import { useView } from './use'

/** Card is a node near enough to be read. The engine gives it its place. */
export const Card = memo(function Card({ id, node, engine }: { id: string; node: string; engine: Engine }) {
  const canvas = (s: ReturnType<typeof stateOf>) => (s && s !== 'gone' ? s : undefined)
  const item = useCanvases((c) => canvas(stateOf(c, id))?.byID.get(node))
  const seat = useCanvases((c) => canvas(stateOf(c, id))?.seats.get(node))
  const editing = useView(id, (v) => v.editing === node)
  const place = useCallback(
    (el: HTMLElement | null) => {
      engine.card(node, el)
      return () => engine.card(node, null)
    },
    [engine, node],
  )
  if (!item) return null
  return (
    <article
      ref={place}
      className={`${css.card} ${css[item.kind] ?? ''}`}
      aria-label={item.title}
      data-node={node}
      data-look={seated(item) ? glance(seat).look : undefined}
      data-colour={item.node.color}
    >
      {editing ? (
        <Writing id={id} item={item} engine={engine} />
      ) : seated(item) ? (
        <SeatCard item={item} seat={seat} engine={engine} />
      ) : (
        <Inside item={item} />
      )}
    </article>
  )
})

function stateOf(c: ReturnType<typeof import('./canvases').canvases.getState>, id: string) {
  return c.shown[id]
}

function Inside({ item }: { item: Item }) {
  const { node } = item
  switch (item.kind) {
    case 'note':
      return <Note text={node.text ?? ''} />
    case 'label':
      return <Label text={node.text ?? ''} />
    case 'file':
      return <Row icon={<File className="icon" aria-hidden="true" />} title={base(node.file)} detail={node.file} />
    case 'link':
      return (
        <Row icon={<Link className="icon" aria-hidden="true" />} title={item.title} detail={node.url}>
          <a
            className="btn ghost sm square"
            href={node.url}
            target="_blank"
            rel="noreferrer noopener"
            tabIndex={-1}
            aria-label={`Open ${item.title} in the browser`}
          >
            <ExternalLink className="icon s" aria-hidden="true" />
          </a>
        </Row>
      )
    case 'git':
      return (
        <Row
          icon={<GitBranch className="icon" aria-hidden="true" />}
          title={base(node.ether?.git?.cwd ?? item.title)}
          detail={node.ether?.git?.cwd}
        />
      )
    default:
      return (
        <Row
          title={item.title}
          detail={item.built ? item.kind : `${item.kind}: not in this build, it does nothing`}
          icon={<File className="icon" aria-hidden="true" />}
        />
      )
  }
}

function Row({
  icon,
  title,
  detail,
  children,
}: {
  icon: ReactNode
  title: string
  detail?: string | undefined
  children?: ReactNode
}) {
  return (
    <div className={css.row}>
      {icon}
      <div>
        <b className="cut">{title}</b>
        {detail && detail !== title && <small className="cut">{detail}</small>}
      </div>
      {children}
    </div>
  )
}

function Label({ text }: { text: string }) {
  const [first = '', ...rest] = text.split('\n')
  return (
    <div className={css.words}>
      <b>{first}</b>
      {rest.length > 0 && <small>{rest.join('\n')}</small>}
    </div>
  )
}

function base(path: string | undefined): string {
  return path?.split('/').filter(Boolean).at(-1) ?? ''
}
