// Changed files as a tree of folders, in one list for drawing.

import type { Diff, DiffFile } from '../api.gen'

export type LayerName = 'committed' | 'uncommitted'

/** A file of one of the layers. */
export interface Chosen {
  layer: LayerName
  file: DiffFile
}

/** The layers as they are listed: what is not committed comes first. */
export const layers: readonly LayerName[] = ['uncommitted', 'committed']

const order = new WeakMap<Diff, Chosen[]>()

/** filesInOrder are the files of both layers as they are listed. */
export function filesInOrder(diff: Diff): Chosen[] {
  let files = order.get(diff)
  if (!files) {
    files = layers.flatMap((layer) =>
      entries(diff[layer].files).flatMap((e) => ('file' in e ? [{ layer, file: e.file }] : [])),
    )
    order.set(diff, files)
  }
  return files
}

/** neighbour is the file that is so many places after another, if there is one. */
export function neighbour(files: readonly Chosen[], from: Chosen | null, by: number): Chosen | undefined {
  const at = files.findIndex((c) => c.layer === from?.layer && c.file.path === from.file.path)
  return files[Math.max(0, Math.min(files.length - 1, at + by))]
}

export type Entry = { folder: string; depth: number } | { file: DiffFile; name: string; depth: number }

interface Folder {
  folders: Map<string, Folder>
  files: { name: string; file: DiffFile }[]
}

/** entries lists the files under their folders; a folder that holds nothing but
 * another is one row with it. */
export function entries(files: readonly DiffFile[]): Entry[] {
  const root: Folder = { folders: new Map(), files: [] }
  for (const file of files) {
    const parts = file.path.split('/')
    const name = parts.pop() ?? ''
    let at = root
    for (const part of parts) {
      const next = at.folders.get(part) ?? { folders: new Map(), files: [] }
      at.folders.set(part, next)
      at = next
    }
    at.files.push({ name, file })
  }
  const all: Entry[] = []
  walk(root, 0, all)
  return all
}

const byName = new Intl.Collator('en', { numeric: true })

function walk(folder: Folder, depth: number, all: Entry[]): void {
  for (const [first, child] of [...folder.folders].sort(([a], [b]) => byName.compare(a, b))) {
    let name = first
    let at = child
    for (
      let only = [...at.folders][0];
      only && at.folders.size === 1 && at.files.length === 0;
      only = [...at.folders][0]
    ) {
      name += `/${only[0]}`
      at = only[1]
    }
    all.push({ folder: name, depth })
    walk(at, depth + 1, all)
  }
  for (const { name, file } of [...folder.files].sort((a, b) => byName.compare(a.name, b.name))) {
    all.push({ file, name, depth })
  }
}

export const statusSigns: Record<string, { sign: string; word: string }> = {
  added: { sign: 'A', word: 'added' },
  modified: { sign: 'M', word: 'modified' },
  deleted: { sign: 'D', word: 'deleted' },
  renamed: { sign: 'R', word: 'renamed' },
  type: { sign: 'T', word: 'type changed' },
  untracked: { sign: 'U', word: 'untracked' },
  conflict: { sign: '!', word: 'in conflict' },
}
