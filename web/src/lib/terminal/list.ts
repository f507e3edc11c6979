// The terminals as the page knows them.

import type { TerminalView } from '../api.gen'
import type { News } from '../link/frames'

/** byNews is the list after a piece of news; the daemon's value replaces ours. */
export function byNews(list: readonly TerminalView[], news: News): readonly TerminalView[] {
  switch (news.kind) {
    case 'terminals':
      return [...news.terminals].sort((a, b) => a.id - b.id)
    case 'terminal': {
      const rest = list.filter((t) => t.id !== news.terminal.id)
      return [...rest, news.terminal].sort((a, b) => a.id - b.id)
    }
    default:
      return list
  }
}

/** title is what a terminal is called: its own title, else its folder. */
export function title(t: Pick<TerminalView, 'id' | 'title' | 'dir'>): string {
  return t.title || folder(t.dir) || `Terminal ${t.id}`
}

/** folder is the last part of a path. */
export function folder(dir: string): string {
  return dir.split('/').filter(Boolean).at(-1) ?? ''
}

export interface ProjectTerminals {
  name: string
  terminals: TerminalView[]
}

/** byProject groups the terminals; Global comes last, as what belongs nowhere. */
export function byProject(list: readonly TerminalView[]): ProjectTerminals[] {
  const names = [...new Set(list.map((t) => t.project))]
  return names
    .map((name) => ({ name, terminals: list.filter((t) => t.project === name) }))
    .sort((a, b) => Number(a.name === 'Global') - Number(b.name === 'Global') || a.name.localeCompare(b.name))
}

/** place is where a terminal runs: its project, and its folder when that says more. */
export function place(t: Pick<TerminalView, 'project' | 'dir'>): { project: string; folder: string } {
  const name = folder(t.dir)
  return { project: t.project, folder: name === t.project ? '' : name }
}
