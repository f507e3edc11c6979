import { useEffect, useState } from 'react'
import { highlight } from './highlight'
import { plain, type Token } from './tokens'

/** useHighlight is a text in lines of tokens: plain at first, then coloured. */
export function useHighlight(path: string, text: string | undefined): Token[][] {
  const [lines, setLines] = useState<{ of: string | undefined; tokens: Token[][] }>({ of: undefined, tokens: [] })
  useEffect(() => {
    let gone = false
    if (text !== undefined)
      void highlight(path, text).then((tokens) => {
        if (!gone) setLines({ of: text, tokens })
      })
    return () => {
      gone = true
    }
  }, [path, text])
  return lines.of === text ? lines.tokens : plain(text ?? '')
}
