// Changed files as a tree of folders, in one list for drawing.

import type { DiffFile } from '../api.gen'

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

function walk(folder: Folder, depth: number, all: Entry[]): void {
  for (const [first, child] of [...folder.folders].sort(([a], [b]) => a.localeCompare(b, 'en'))) {
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
  for (const { name, file } of [...folder.files].sort((a, b) => a.name.localeCompare(b.name, 'en'))) {
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
