import { useApp } from '../app/store'
import { canvasShortcuts } from '../canvas/shortcuts'
import { mac } from '../commands/bindings'
import { show } from '../commands/chord'
import { commands } from '../commands/commands'
import { chords } from '../commands/keys'
import { Dialog } from '../ui/Dialog'
import css from './Shortcuts.module.css'

/** Keys that a view handles itself, while it has the focus. */
const inViews = [
  { group: 'Agents view', title: 'Next, previous', keys: ['j', 'k'] },
  { group: 'Agents view', title: 'Peek', keys: ['Enter'] },
  { group: 'Agents view', title: 'Open in a tab', keys: ['o'] },
  { group: 'Agents view', title: 'Next that needs me', keys: ['n'] },
  { group: 'Agents view', title: 'Review changes', keys: ['d'] },
  { group: 'Agents view', title: 'Put off for ten minutes', keys: ['s'] },
  { group: 'Changes', title: 'Next, previous line', keys: ['j', 'k'] },
  { group: 'Changes', title: 'Comment on the line', keys: ['c'] },
  { group: 'Changes', title: 'Next, previous file', keys: [']', '['] },
  { group: 'Changes', title: 'Along long lines', keys: ['ArrowLeft', 'ArrowRight'] },
  { group: 'File', title: 'Go to a line', keys: ['Mod+g'] },
  { group: 'Tabs', title: 'Close, with the focus on it', keys: ['Delete'] },
  { group: 'Peek', title: 'Close', keys: ['Escape'] },
  { group: 'Peek', title: 'Line break in the answer', keys: ['Shift+Enter'] },
  { group: 'Peek', title: 'Send the answer', keys: ['Enter'] },
]

/** Shortcuts lists every key, from the table that also runs them. */
export function Shortcuts() {
  const own = useApp((a) => Object.keys(a.settings.keys).some((id) => id.startsWith('tab-')))
  const listed = commands.filter((c) => own || !/^tab-[2-9]$/.test(c.id))
  const named = listed.map((c) => ({ group: c.group, title: c.title, keys: chords(c.id) }))
  const all = [...named.filter((c) => c.keys.length > 0), ...inViews, ...canvasShortcuts]
  const groups = [...new Set(all.map((c) => c.group))]
  return (
    <Dialog title="Keyboard shortcuts" wide>
      <div className={css.groups}>
        {groups.map((name) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {all
                .filter((c) => c.group === name)
                .map((c) => (
                  <div key={c.title}>
                    <dt>{c.title === 'Tab 1' && !own ? 'Tab 1 to 9' : c.title}</dt>
                    <dd>
                      {c.keys.map((k) => (
                        <kbd key={k}>{show(k, mac)}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={css.note}>
        In a terminal, keys go to its program; only those with {mac ? '⌘' : 'Alt, or with Ctrl and Shift,'} are Junto’s.
      </p>
    </Dialog>
  )
}
