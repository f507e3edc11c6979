import { RotateCw } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { CallError, call } from '../api/call'
import type { File } from '../api.gen'
import { PathName } from '../ui/PathName'
import type { Tab } from '../workspace/model'
import css from './Files.module.css'
import { FileText } from './FileText'
import { size } from './find'

/** FileTab shows a file as it was when the tab was opened last, read-only. */
export function FileTab({ path, tab, focused }: { path: string; tab: Tab; focused: boolean }) {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<CallError | null>(null)
  const read = useCallback(async () => {
    try {
      setFile(await call('file.get', { path }))
      setProblem(null)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error)
    }
  }, [path])
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened again, the file is read again
  useEffect(() => void read(), [read, tab.opened])
  return (
    <div className={css.tab}>
      <header className={css.head}>
        <h1>
          <PathName path={path} />
        </h1>
        {file && (
          <small className="tnum">
            {size(file.size)}
            {file.text !== undefined && ` · ${linesOf(file)}`}
            {file.target && ` · leads to ${file.target}`}
          </small>
        )}
        <button type="button" className="btn ghost sm square" aria-label="Read again" onClick={() => void read()}>
          <RotateCw className="icon s" aria-hidden="true" />
        </button>
      </header>
      {problem ? (
        <div className={css.note}>
          <p>{problem.message}</p>
          <p className="dim">{problem.nextStep}</p>
        </div>
      ) : (
        file && <Body file={file} focused={focused} />
      )}
    </div>
  )
}

function linesOf(file: File): string {
  if (file.too_large) return `its first ${file.lines} lines`
  return file.lines === 1 ? '1 line' : `${file.lines} lines`
}

function Body({ file, focused }: { file: File; focused: boolean }) {
  if (file.image && file.media) {
    return (
      <div className={css.image}>
        <img src={`data:${file.media};base64,${file.image}`} alt={file.name} />
      </div>
    )
  }
  if (file.media || file.binary) {
    return (
      <div className={css.note}>
        <p>{file.media ? 'The image is too large to be shown.' : 'A binary file has no text to show.'}</p>
      </div>
    )
  }
  return (
    <>
      {file.too_large && <p className={css.warn}>The file is large: this is its beginning.</p>}
      {file.lossy && <p className={css.warn}>Bytes that are no UTF-8 are shown as �.</p>}
      <FileText path={file.path} text={file.text ?? ''} focused={focused} />
    </>
  )
}
