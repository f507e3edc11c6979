// The forms that name things of the workspace.

import { CallError, callAct } from '../api/call'
import { store } from '../app/store'
import type { Act, Perspective, Project } from './model'

/** tried does an act and returns what is wrong with it, or nothing. */
async function tried(a: Act): Promise<string> {
  try {
    await callAct(a)
    return ''
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return error.nextStep ? `${error.message}: ${error.nextStep}` : error.message
  }
}

export function addProject(): void {
  store.setState({
    form: {
      title: 'Add a project',
      label: 'Folder',
      hint: 'The whole path. Terminals whose folder is in it belong to the project.',
      value: '',
      action: 'Add project',
      submit: (dir) => tried({ act: 'add_project', dir }),
    },
  })
}

export function renameProject(p: Project): void {
  store.setState({
    form: {
      title: `Rename ${p.name}`,
      label: 'Name',
      value: p.name,
      action: 'Rename',
      submit: (name) => tried({ act: 'rename_project', project: p.id, name }),
    },
  })
}

export function addPerspective(p: Project): void {
  store.setState({
    form: {
      title: `New perspective in ${p.name}`,
      label: 'Name',
      hint: 'A perspective is an arrangement of tabs of its own.',
      value: '',
      action: 'Add perspective',
      submit: (name) => tried({ act: 'add_perspective', project: p.id, name }),
    },
  })
}

export function renamePerspective(v: Perspective): void {
  store.setState({
    form: {
      title: `Rename ${v.name}`,
      label: 'Name',
      value: v.name,
      action: 'Rename',
      submit: (name) => tried({ act: 'rename_perspective', perspective: v.id, name }),
    },
  })
}
