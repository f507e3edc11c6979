import type { Node } from './model'
import { PaneView } from './PaneView'
import css from './Workspace.module.css'

/** NodeView draws a pane, or a split and what is in it. */
export function NodeView({ node }: { node: Node }) {
  if (node.pane) return <PaneView pane={node.pane} />
  const split = node.split
  if (!split) return null
  return (
    <div className={css.split} data-axis={split.axis}>
      {split.children.map((child, i) => (
        <div key={(child.pane ?? child.split)?.id} className={css.share} style={{ flexGrow: split.shares[i] ?? 1 }}>
          <NodeView node={child} />
        </div>
      ))}
    </div>
  )
}
