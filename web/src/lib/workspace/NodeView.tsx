import { useRef, useState } from 'react'
import { act } from '../app/actions'
import { Divider } from './Divider'
import type { Node, Split } from './model'
import { PaneView } from './PaneView'
import css from './Workspace.module.css'

/** NodeView draws a pane, or a split and what is in it. */
export function NodeView({ node }: { node: Node }) {
  if (node.pane) return <PaneView pane={node.pane} />
  return node.split ? <SplitView split={node.split} /> : null
}

function SplitView({ split }: { split: Split }) {
  const box = useRef<HTMLDivElement>(null)
  // While a divider is dragged its shares are ours; the daemon gets the last.
  const [dragged, setDragged] = useState<number[] | null>(null)
  const shares = dragged ?? split.shares
  const settle = (next: number[]) => {
    act({ act: 'resize_split', split: split.id, shares: next })
    setDragged(null)
  }
  return (
    <div ref={box} className={css.split} data-axis={split.axis}>
      {split.children.map((child, i) => (
        <div key={(child.pane ?? child.split)?.id} className={css.share} style={{ flexGrow: shares[i] ?? 1 }}>
          {i > 0 && <Divider box={box} axis={split.axis} shares={shares} at={i} drag={setDragged} settle={settle} />}
          <NodeView node={child} />
        </div>
      ))}
    </div>
  )
}
