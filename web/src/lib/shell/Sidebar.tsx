import { ArrowLeft, ArrowRight, Bot, Keyboard, MessageSquare, Moon, Search, Settings, Sun } from 'lucide-react'
import { count } from '../agents/agents'
import { change, openPanel } from '../app/actions'
import { store, useApp } from '../app/store'
import { Canvases } from '../canvas/Canvases'
import { runCommand } from '../commands/commands'
import { useKeysOf } from '../commands/keys'
import { Latest } from '../messages/Latest'
import { unread } from '../messages/messages'
import { isLight } from '../settings/settings'
import { Count } from '../ui/Marks'
import { shownPanel } from '../workspace/model'
import { Logo } from './Logo'
import { Projects } from './Projects'
import css from './Sidebar.module.css'

/** Sidebar leads to everything: views, projects and their terminals, messages. */
export function Sidebar() {
  const keys = useKeysOf('palette')
  return (
    <aside className={css.side} aria-label="Sidebar">
      <Brand />
      <button type="button" className={css.find} onClick={() => store.setState({ overlay: 'palette' })}>
        <Search className="icon s" aria-hidden="true" />
        Find or do
        <kbd>{keys}</kbd>
      </button>
      <nav className={css.scroll} aria-label="Views and projects">
        <Views />
        <Canvases />
        <Projects />
      </nav>
      <Latest />
      <Foot />
    </aside>
  )
}

function Brand() {
  const back = useApp((a) => a.scene.can_back)
  const forward = useApp((a) => a.scene.can_forward)
  return (
    <div className={css.brand}>
      <Logo />
      <b>Junto</b>
      <span>
        <button
          type="button"
          className="btn ghost sm square"
          aria-label="Back"
          disabled={!back}
          onClick={() => runCommand('back')}
        >
          <ArrowLeft className="icon" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn ghost sm square"
          aria-label="Forward"
          disabled={!forward}
          onClick={() => runCommand('forward')}
        >
          <ArrowRight className="icon" aria-hidden="true" />
        </button>
      </span>
    </div>
  )
}

function Views() {
  const terminals = useApp((a) => a.terminals)
  const news = useApp((a) => unread(a.messages))
  const panel = useApp((a) => shownPanel(a.scene))
  const counts = count(terminals)
  return (
    <ul className={css.views}>
      <li>
        <button
          type="button"
          className={css.row}
          aria-current={panel === 'agents' ? 'page' : undefined}
          onClick={() => openPanel('agents')}
        >
          <Bot className="icon" aria-hidden="true" />
          Agents
          <span className={css.end}>
            {counts.waiting > 0 && <Count status="waiting" n={counts.waiting} />}
            {counts.working > 0 && <Count status="working" n={counts.working} />}
          </span>
        </button>
      </li>
      <li>
        <button
          type="button"
          className={css.row}
          aria-current={panel === 'messages' ? 'page' : undefined}
          onClick={() => openPanel('messages')}
        >
          <MessageSquare className="icon" aria-hidden="true" />
          Messages
          <span className={css.end}>
            {news > 0 && (
              <span className="badge hot">
                {news}
                <span className="hidden"> unread</span>
              </span>
            )}
          </span>
        </button>
      </li>
    </ul>
  )
}

function Foot() {
  const link = useApp((a) => a.link)
  const light = useApp((a) => isLight(a.settings.theme, a.systemLight))
  const Theme = light ? Moon : Sun
  return (
    <div className={css.foot}>
      <span className={css.dot} data-link={link} />
      {link === 'open' ? 'Daemon running' : link === 'connecting' ? 'Connecting…' : 'Daemon out of reach'}
      <span>
        <button
          type="button"
          className="btn ghost sm square"
          aria-label="Keyboard shortcuts"
          onClick={() => store.setState({ overlay: 'shortcuts' })}
        >
          <Keyboard className="icon" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn ghost sm square"
          aria-label={light ? 'Dark theme' : 'Light theme'}
          onClick={() => change({ theme: light ? 'dark' : 'light' })}
        >
          <Theme className="icon" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn ghost sm square"
          aria-label="Settings"
          onClick={() => store.setState({ overlay: 'settings' })}
        >
          <Settings className="icon" aria-hidden="true" />
        </button>
      </span>
    </div>
  )
}
