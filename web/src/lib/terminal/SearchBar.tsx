import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import css from './Terminal.module.css'

export interface Found {
  at: number
  count: number
}

interface Props {
  found: Found
  find(words: string, back?: boolean): void
  close(): void
}

/** SearchBar searches a terminal's text. */
export function SearchBar({ found, find, close }: Props) {
  const [words, setWords] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const keys = (e: KeyboardEvent) => {
    if (e.key === 'Escape') close()
    if (e.key === 'Enter') find(words, e.shiftKey)
  }
  return (
    <search className={css.search}>
      <input
        ref={input}
        value={words}
        placeholder="Search"
        aria-label="Search in this terminal"
        onChange={(e) => {
          setWords(e.target.value)
          find(e.target.value)
        }}
        onKeyDown={keys}
      />
      <output className="tnum" aria-live="polite">
        {words && (found.count > 0 ? `${found.at + 1} of ${found.count}` : 'none')}
      </output>
      <button
        type="button"
        className="btn ghost sm square"
        aria-label="Previous match"
        onClick={() => find(words, true)}
      >
        <ChevronUp className="icon s" aria-hidden="true" />
      </button>
      <button type="button" className="btn ghost sm square" aria-label="Next match" onClick={() => find(words)}>
        <ChevronDown className="icon s" aria-hidden="true" />
      </button>
      <button type="button" className="btn ghost sm square" aria-label="Close the search" onClick={close}>
        <X className="icon s" aria-hidden="true" />
      </button>
    </search>
  )
}
