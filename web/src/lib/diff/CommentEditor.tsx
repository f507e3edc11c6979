import { type KeyboardEvent, useState } from 'react'
import css from './Comments.module.css'
import { type CommentAct, type Draft, place } from './comments'
import type { PatchLine } from './patch'

interface Props {
  path: string
  line: PatchLine
  draft: Draft | undefined
  comment(act: CommentAct): void
  close(): void
}

/** CommentEditor writes a comment on a line. */
export function CommentEditor({ path, line, draft, comment, close }: Props) {
  const [text, setText] = useState(draft?.text ?? '')
  const old = line.kind === 'delete'
  const at = old ? line.old : line.new
  const keep = () => {
    if (draft) comment({ act: 'edit', id: draft.id, text })
    else comment({ act: 'add', comment: { path, line: at, ...(old ? { old } : {}), quote: line.text, text } })
    close()
  }
  const keys = (e: KeyboardEvent) => {
    if (e.key === 'Escape') close()
    if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) keep()
  }
  return (
    <div className={css.editor}>
      <label>
        <span className="mono cut">{place({ path, line: at, old })}</span>
        <textarea
          rows={3}
          value={text}
          placeholder="What should the agent do here?"
          // biome-ignore lint/a11y/noAutofocus: it was asked for with a click on its line
          autoFocus
          onChange={(e) => setText(e.target.value)}
          onKeyDown={keys}
        />
      </label>
      <div>
        <button type="button" className="btn sm" onClick={close}>
          Cancel
        </button>
        <button type="button" className="btn sm primary" disabled={!draft && text.trim() === ''} onClick={keep}>
          {draft && text.trim() === '' ? 'Remove' : 'Keep'}
        </button>
      </div>
    </div>
  )
}
