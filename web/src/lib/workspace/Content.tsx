import { AgentsView } from '../agents/AgentsView'
import { MessagesView } from '../messages/MessagesView'
import { TerminalTab } from '../terminal/TerminalTab'
import { contentOf, type Tab } from './model'
import css from './Workspace.module.css'

/** Content is what a tab holds. */
export function Content({ tab, focused }: { tab: Tab; focused: boolean }) {
  const content = contentOf(tab.content)
  switch (content.kind) {
    case 'terminal':
      return <TerminalTab id={content.id} focused={focused} />
    case 'panel':
      return content.name === 'messages' ? <MessagesView /> : <AgentsView />
    default:
      return <p className={css.later}>This page cannot show {tab.content} yet.</p>
  }
}
