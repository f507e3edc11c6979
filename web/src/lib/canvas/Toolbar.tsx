import {
  Bot,
  File,
  GitBranch,
  Hand,
  Link,
  MousePointer2,
  Spline,
  SquareDashed,
  SquareTerminal,
  StickyNote,
  Type,
} from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Fragment, useRef } from 'react'
import { toolKeys } from './keys'
import css from './Surface.module.css'
import { useView } from './use'
import { type Tool, viewOf } from './view'

const tools: readonly ({ tool: Tool; name: string; icon: typeof Bot } | null)[] = [
  { tool: 'select', name: 'Select', icon: MousePointer2 },
  { tool: 'hand', name: 'Move the view', icon: Hand },
  null,
  { tool: 'agent', name: 'Add an agent', icon: Bot },
  { tool: 'terminal', name: 'Add a terminal', icon: SquareTerminal },
  { tool: 'note', name: 'Add a note', icon: StickyNote },
  { tool: 'label', name: 'Add a label', icon: Type },
  { tool: 'region', name: 'Add a region', icon: SquareDashed },
  { tool: 'git', name: 'Add a git folder', icon: GitBranch },
  { tool: 'file', name: 'Add a file', icon: File },
  { tool: 'link', name: 'Add a link', icon: Link },
  null,
  { tool: 'edge', name: 'Draw a line', icon: Spline },
]

const keyOf = Object.fromEntries(Object.entries(toolKeys).map(([key, tool]) => [tool, key]))

/** Toolbar holds the tools, each with a single key. */
export function Toolbar({ id }: { id: string }) {
  const tool = useView(id, (v) => v.tool)
  const bar = useRef<HTMLDivElement>(null)
  const arrows = (e: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key]
    if (!by) return
    const all = [...(bar.current?.querySelectorAll('button') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    all[(at + by + all.length) % all.length]?.focus()
    e.preventDefault()
  }
  return (
    <div ref={bar} className={css.tools} role="toolbar" aria-label="Tools" data-island="tools" onKeyDown={arrows}>
      {tools.map((t, i) =>
        t ? (
          <button
            key={t.tool}
            type="button"
            className={css.tool}
            aria-label={t.name}
            title={`${t.name} (${keyOf[t.tool]?.toUpperCase()})`}
            aria-pressed={tool === t.tool}
            tabIndex={tool === t.tool ? 0 : -1}
            onClick={() => viewOf(id).setState({ tool: t.tool, from: null })}
          >
            <t.icon className="icon" aria-hidden="true" />
            <em aria-hidden="true">{keyOf[t.tool]?.toUpperCase()}</em>
          </button>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name
          <Fragment key={i}>
            <span className={css.bar} />
          </Fragment>
        ),
      )}
    </div>
  )
}
