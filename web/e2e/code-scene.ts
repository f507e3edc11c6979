// Changes, files and an ended terminal, for pictures and for tests of what is drawn.

import type { Diff, DiffBase, DiffFile, DiffText, File } from '../src/lib/api.gen'
import type { StandIn } from './standin'

const base: DiffBase = {
  ref: 'refs/remotes/origin/main',
  name: 'origin/main',
  why: 'default branch of origin',
  commit: '4be1ac90',
  date: '2026-11-28T09:00:00Z',
  merge_base: '4be1ac90',
  ahead: 3,
  behind: 1,
}

const file = (
  status: string,
  path: string,
  added: number,
  deleted: number,
  more: Partial<DiffFile> = {},
): DiffFile => ({
  path,
  status,
  added,
  deleted,
  ...more,
})

export const changes: Diff = {
  worktree: '/src/web',
  branch: 'feat/login',
  head: '9f2d07c1',
  base,
  uncommitted: {
    files: [
      file('modified', 'src/login/form.tsx', 9, 4),
      file('untracked', 'src/login/errors.ts', 21, 0),
      file('conflict', 'package.json', 3, 1),
    ],
    total: 3,
    added: 33,
    deleted: 5,
  },
  committed: {
    files: [
      file('added', 'src/session/migrations/0007_add_session_version.sql', 12, 0),
      file('renamed', 'src/session/store.ts', 40, 12, { from: 'src/store.ts' }),
      file('deleted', 'src/toast.ts', 0, 31),
      file('modified', 'public/logo.png', 0, 0, { binary: true }),
    ],
    total: 4,
    added: 52,
    deleted: 43,
  },
  revision: '1',
}

const old = `import { useForm } from '../form'
import { toast } from '../toast'
import { schema } from './schema'

export function LoginForm() {
  const form = useForm(schema)
  const send = async () => {
    const ok = await form.send('/login')
    if (!ok) toast('The login failed.')
  }
  return (
    <form onSubmit={send}>
      <Field name="email" />
      <Field name="password" />
      <Submit>Log in</Submit>
    </form>
  )
}
`
const now = `import { useForm } from '../form'
import { FieldError } from './errors'
import { schema } from './schema'

export function LoginForm() {
  const form = useForm(schema)
  const send = async () => {
    const ok = await form.send('/login', { version: 2 })
    if (!ok) form.focusFirst()
  }
  return (
    <form onSubmit={send}>
      <Field name="email" />
      <Field name="password" />
      {form.errors.map((e) => (
        // One below each field that it is about.
        <FieldError key={e.path} {...e} />
      ))}
      <Submit>Log in</Submit>
    </form>
  )
}
`
const patch = `--- a/src/login/form.tsx
+++ b/src/login/form.tsx
@@ -1,12 +1,12 @@
 import { useForm } from '../form'
-import { toast } from '../toast'
+import { FieldError } from './errors'
 import { schema } from './schema'
${' '}
 export function LoginForm() {
   const form = useForm(schema)
   const send = async () => {
-    const ok = await form.send('/login')
-    if (!ok) toast('The login failed.')
+    const ok = await form.send('/login', { version: 2 })
+    if (!ok) form.focusFirst()
   }
   return (
     <form onSubmit={send}>
@@ -13,4 +13,8 @@ export function LoginForm() {
       <Field name="email" />
       <Field name="password" />
+      {form.errors.map((e) => (
+        // One below each field that it is about.
+        <FieldError key={e.path} {...e} />
+      ))}
       <Submit>Log in</Submit>
     </form>
   )
`

const picture =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mP4f+z/f1IwA6kaRjWMBA0AqQ8oKWwvQ7cAAAAASUVORK5CYII='

function patchOf(path: string): DiffText {
  switch (path) {
    case 'src/login/form.tsx':
      return { path, patch, old, new: now, whole: true }
    case 'public/logo.png':
      return { path, patch: '', whole: false, binary: true, media: 'image/png', old_image: picture, new_image: picture }
    case 'src/toast.ts':
      return { path, patch: '', whole: false, large: true }
    default:
      return { path, patch: '@@ -1 +1,2 @@\n one\n+two\n', whole: false }
  }
}

const text = (path: string, part: Partial<File>): File => ({
  path,
  name: path.split('/').at(-1) ?? '',
  size: 412,
  modified: '2026-11-30T09:50:00Z',
  language: 'tsx',
  lines: 0,
  ...part,
})

function fileOf(path: string): File {
  switch (path.split('.').at(-1)) {
    case 'png':
      return text(path, { media: 'image/png', image: picture, size: 1024 })
    case 'bin':
      return text(path, { binary: true, size: 52_428_800 })
    case 'log':
      return text(path, {
        too_large: true,
        size: 52_428_800,
        lines: 9000,
        text: Array.from(
          { length: 9000 },
          (_, i) => `10:${String(i % 60).padStart(2, '0')} request ${i} took 12 ms`,
        ).join('\n'),
      })
    default:
      return text(path, { text: now, lines: now.split('\n').length - 1 })
  }
}

export function setCode(d: StandIn): void {
  d.answers['diff.get'] = () => changes
  d.answers['diff.revision'] = () => ({ revision: changes.revision })
  d.answers['diff.bases'] = () => [base, { ...base, ref: 'refs/heads/main', name: 'main', why: '' }]
  d.answers['diff.file'] = (input) => patchOf(input.path as string)
  d.answers['file.get'] = (input) => fileOf(input.path as string)
  d.answers['ended.get'] = () => ({
    run: 4,
    id: 3,
    project: 'web',
    dir: '/src/web',
    title: 'Fix the login form',
    agent: 'claude',
    ended: '2026-11-30T08:00:00Z',
    resumable: true,
    cols: 66,
    rows: 34,
    screen: Buffer.from('The last words of an agent.\r\n\x1b[32m41 passed\x1b[0m\r\n').toString('base64'),
  })
}
