import { Command, Folder, Network, RectangleHorizontal, SquareTerminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { statusOf, words } from '../agents/agents'
import type { CanvasInfo, TerminalView } from '../api.gen'
import { act, openTerminal } from '../app/actions'
import { goToCard, openCanvas } from '../canvas/actions'
import type { Canvas } from '../canvas/document'
import { mac } from '../commands/bindings'
import { show } from '../commands/chord'
import { commands } from '../commands/commands'
import { chords } from '../commands/keys'
import { title } from '../terminal/list'
import { Tile } from '../ui/Marks'
import type { Perspective, Project, Scene } from '../workspace/model'

/** Entry is a line of the palette. */
export interface Entry {
  id: string
  title: string
  detail: string
  icon: ReactNode
  keys?: string
  run(): void
}

/** entries are all that the palette can go to or do. */
export function entries(
  terminals: readonly TerminalView[],
  scene: Scene,
  canvases: readonly CanvasInfo[],
  drawn: readonly Canvas[],
): Entry[] {
  const running = terminals.filter((t) => t.running).map(terminalEntry)
  const places = scene.projects.flatMap((p) => p.perspectives.map((v) => placeEntry(p, v)))
  const doable = commands
    .filter((c) => !c.keysOnly)
    .map((c) => ({
      id: c.id,
      title: c.title,
      detail: c.group,
      icon: <Command className="icon s" aria-hidden="true" />,
      ...shownKeys(c.id),
      run: c.run,
    }))
  return [...running, ...canvases.map(canvasEntry), ...drawn.flatMap(cardEntries), ...places, ...doable]
}

function shownKeys(id: string): { keys?: string } {
  const [first] = chords(id)
  return first ? { keys: show(first, mac) } : {}
}

function terminalEntry(t: TerminalView): Entry {
  return {
    id: `terminal:${t.id}`,
    title: title(t),
    detail: [t.project, t.agent && words[statusOf(t)]].filter(Boolean).join(' · '),
    icon: t.agent ? <Tile agent={t.agent} size="xs" /> : <SquareTerminal className="icon s" aria-hidden="true" />,
    run: () => openTerminal(t.id),
  }
}

function canvasEntry(c: CanvasInfo): Entry {
  return {
    id: `canvas:${c.canvas}`,
    title: c.name,
    detail: c.playing ? 'canvas, playing' : 'canvas, paused',
    icon: <Network className="icon s" aria-hidden="true" />,
    run: () => openCanvas(c.canvas),
  }
}

function cardEntries(c: Canvas): Entry[] {
  return c.items.map((i) => ({
    id: `card:${c.id}:${i.id}`,
    title: i.title,
    detail: `${i.kind} on ${c.name}`,
    icon: <RectangleHorizontal className="icon s" aria-hidden="true" />,
    run: () => goToCard(c.id, i.id),
  }))
}

function placeEntry(p: Project, v: Perspective): Entry {
  return {
    id: `perspective:${v.id}`,
    title: p.perspectives.length > 1 ? `${p.name}: ${v.name}` : p.name,
    detail: p.dir ?? 'what belongs to no project',
    icon: <Folder className="icon s" aria-hidden="true" />,
    run: () => act({ act: 'go', project: p.id, perspective: v.id }),
  }
}
