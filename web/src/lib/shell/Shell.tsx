import { Peek } from '../agents/Peek'
import { store, useApp } from '../app/store'
import { perspectiveOf } from '../workspace/model'
import { NodeView } from '../workspace/NodeView'
import { LinkBar } from './LinkBar'
import css from './Shell.module.css'
import { Sidebar } from './Sidebar'

/** Shell is the page: the sidebar, the tabs of the perspective, the peek drawer. */
export function Shell() {
  const root = useApp((a) => perspectiveOf(a.scene)?.root)
  const peek = useApp((a) => a.scene.peek ?? 0)
  const open = useApp((a) => a.sidebar)
  return (
    <div className={css.shell} data-sidebar={open ? 'open' : undefined}>
      <Sidebar />
      {open && (
        <button
          type="button"
          className={css.veil}
          aria-label="Close the sidebar"
          onClick={() => store.setState({ sidebar: false })}
        />
      )}
      <main className={css.main}>
        <LinkBar />
        {root && <NodeView node={root} />}
      </main>
      {peek > 0 && <Peek key={peek} id={peek} />}
    </div>
  )
}
