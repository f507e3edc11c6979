import { lazy, Suspense } from 'react'
import { AgentsView } from '../agents/AgentsView'
import { CanvasesView } from '../canvas/CanvasesView'
import { MessagesView } from '../messages/MessagesView'
import { EndedTab } from '../terminal/EndedTab'
import { TerminalTab } from '../terminal/TerminalTab'
import { contentOf, type Tab } from './model'
import css from './Workspace.module.css'

const DiffTab = lazy(() => import('../diff/DiffTab').then((m) => ({ default: m.DiffTab })))
const CanvasTab = lazy(() => import('../canvas/CanvasTab').then((m) => ({ default: m.CanvasTab })))
const FileTab = lazy(() => import('../files/FileTab').then((m) => ({ default: m.FileTab })))

/** Content is what a tab holds. */
export function Content({ tab, focused }: { tab: Tab; focused: boolean }) {
  const content = contentOf(tab.content)
  switch (content.kind) {
    case 'terminal':
      return <TerminalTab id={content.id} focused={focused} />
    case 'ended':
      return <EndedTab run={content.run} id={content.id} tab={tab.id} />
    case 'diff':
      return (
        <Suspense>
          <DiffTab worktree={content.worktree} tab={tab} focused={focused} />
        </Suspense>
      )
    case 'file':
      return (
        <Suspense>
          <FileTab path={content.path} tab={tab} focused={focused} />
        </Suspense>
      )
    case 'canvas':
      return (
        <Suspense>
          <CanvasTab id={content.id} tab={tab.id} />
        </Suspense>
      )
    default:
      return <Panel name={content.name} />
  }
}

function Panel({ name }: { name: string }) {
  switch (name) {
    case 'agents':
      return <AgentsView />
    case 'messages':
      return <MessagesView />
    case 'canvas':
      return <CanvasesView />
    default:
      return <p className={css.later}>This page has no view {name}.</p>
  }
}
