import { ChevronDown, ChevronRight, FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { count } from '../agents/agents'
import type { TerminalView } from '../api.gen'
import { act, newTerminal } from '../app/actions'
import { useApp } from '../app/store'
import { type Item, MoreMenu, WithMenu } from '../ui/ItemMenu'
import { Count } from '../ui/Marks'
import { addPerspective, addProject, renamePerspective, renameProject } from '../workspace/forms'
import { globalID, type Perspective, type Project } from '../workspace/model'
import css from './Sidebar.module.css'
import { TerminalRow } from './TerminalRow'

/** Projects lists the projects, their perspectives and the terminals in each. */
export function Projects() {
  const projects = useApp((a) => a.scene.projects)
  // Global holds what belongs to no project: it comes last.
  const ordered = [...projects.filter((p) => p.id !== globalID), ...projects.filter((p) => p.id === globalID)]
  return (
    <section aria-label="Projects">
      <h2 className={css.heading}>
        Projects
        <button type="button" className="btn ghost sm square" aria-label="Add a project" onClick={addProject}>
          <FolderPlus className="icon s" aria-hidden="true" />
        </button>
      </h2>
      <ul>
        {ordered.map((p) => (
          <ProjectItem key={p.id} p={p} last={projects.length - 1} at={projects.indexOf(p)} />
        ))}
      </ul>
    </section>
  )
}

function projectMenu(p: Project, at: number, last: number): Item[] {
  const items: Item[] = [
    { title: 'New terminal', run: () => void newTerminal(p.name) },
    { title: 'New perspective…', run: () => addPerspective(p) },
  ]
  if (p.id === globalID) return items
  const to = (index: number) => () => act({ act: 'move_project', project: p.id, index })
  return [
    ...items,
    null,
    { title: 'Rename…', run: () => renameProject(p) },
    { title: 'Move up', disabled: at <= 1, run: to(at - 1) },
    { title: 'Move down', disabled: at >= last, run: to(at + 1) },
    null,
    { title: 'Remove…', run: () => act({ act: 'remove_project', project: p.id }) },
  ]
}

function ProjectItem({ p, at, last }: { p: Project; at: number; last: number }) {
  const [open, setOpen] = useState(true)
  const here = useApp((a) => a.scene.project === p.id)
  const all = useApp((a) => a.terminals)
  const terminals = all.filter((t) => t.project === p.name)
  const items = projectMenu(p, at, last)
  const Chevron = open ? ChevronDown : ChevronRight
  return (
    <li>
      <WithMenu items={items} render={<div className={css.line} />}>
        <button
          type="button"
          className={`${css.row} ${here ? css.project : ''}`}
          aria-expanded={open}
          title={p.dir}
          onClick={() => setOpen(!open)}
          onDoubleClick={() => act({ act: 'go', project: p.id })}
        >
          <Chevron className="icon s" aria-hidden="true" />
          <span className="cut">{p.name}</span>
          <Counts terminals={terminals} />
        </button>
        <MoreMenu label={`Actions of ${p.name}`} items={items} className={css.more} />
      </WithMenu>
      {open && (
        <ul>
          {p.perspectives.map((v, i) => (
            <PerspectiveItem key={v.id} v={v} p={p} at={i} />
          ))}
          {terminals.map((t) => (
            <TerminalRow key={t.id} t={t} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Counts({ terminals }: { terminals: readonly TerminalView[] }) {
  const counts = count(terminals)
  const shown = (['waiting', 'working', 'idle'] as const).filter((s) => counts[s] > 0)
  return (
    <span className={css.end}>
      {shown.map((s) => (
        <Count key={s} status={s} n={counts[s]} />
      ))}
    </span>
  )
}

function PerspectiveItem({ v, p, at }: { v: Perspective; p: Project; at: number }) {
  const current = useApp((a) => a.scene.perspective === v.id)
  const to = (index: number) => () => act({ act: 'move_perspective', perspective: v.id, index })
  const items: Item[] = [
    { title: 'Rename…', run: () => renamePerspective(v) },
    { title: 'Move up', disabled: at === 0, run: to(at - 1) },
    { title: 'Move down', disabled: at === p.perspectives.length - 1, run: to(at + 1) },
    null,
    {
      title: 'Delete…',
      disabled: p.perspectives.length === 1,
      run: () => act({ act: 'delete_perspective', perspective: v.id }),
    },
  ]
  return (
    <li>
      <WithMenu items={items} render={<div className={css.line} />}>
        <button
          type="button"
          className={`${css.row} ${css.sub}`}
          aria-current={current ? 'location' : undefined}
          onClick={() => act({ act: 'go', project: p.id, perspective: v.id })}
        >
          <span className="cut">{v.name}</span>
        </button>
        <MoreMenu label={`Actions of ${v.name} in ${p.name}`} items={items} className={css.more} />
      </WithMenu>
    </li>
  )
}
