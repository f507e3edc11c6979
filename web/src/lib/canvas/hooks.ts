// What the engine's gestures and keys ask for; the surface carries it out.

import type { CanvasOp as Op } from '../api.gen'
import type { Point, Rect } from './geometry'
import type { NewKind } from './view'

export interface Hooks {
  /** commit stores operations; it says whether they were done. */
  commit(ops: Op[]): Promise<boolean>
  undo(): void
  redo(): void
  /** open does what a node is for: peek at a seat, write a note, show a file. */
  open(id: string): void
  /** add begins a node at a place; a rectangle where one was drawn. */
  add(kind: NewKind, at: Point, drawn?: Rect): void
  /** connect draws an edge; without a verb the daemon takes the first that fits. */
  connect(from: string, to: string, verb?: string): void
  /** focus gives the keyboard to a node or an edge; to the surface without one. */
  focus(id: string | null): void
}
