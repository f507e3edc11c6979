import { AgentsView } from '../agents/AgentsView'
import { useApp } from '../app/store'
import { MessagesView } from '../messages/MessagesView'
import { TerminalTab } from '../terminal/TerminalTab'
import { Empty } from './Empty'
import { contentOf, type Pane, shownIn, type Tab } from './model'
import { TabStrip } from './TabStrip'
import css from './Workspace.module.css'

/** PaneView is a strip of tabs and what the shown one holds. */
export function PaneView({ pane }: { pane: Pane }) {
  const shown = useApp((a) => shownIn(a.scene, pane))
  return (
    <section className={css.pane} aria-label="Pane">
      <TabStrip pane={pane} shown={shown?.id ?? 0} />
      <div className={css.content} role="tabpanel" id={`panel-${pane.id}`} aria-labelledby={shown && `tab-${shown.id}`}>
        {shown ? <Content key={shown.id} tab={shown} /> : <Empty />}
      </div>
    </section>
  )
}

function Content({ tab }: { tab: Tab }) {
  const content = contentOf(tab.content)
  switch (content.kind) {
    case 'terminal':
      return <TerminalTab id={content.id} />
    case 'panel':
      return content.name === 'messages' ? <MessagesView /> : <AgentsView />
    default:
      return <Empty />
  }
}
