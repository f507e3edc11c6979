// Colours for code, worked out when somebody looks.

import type { HLJSApi } from 'highlight.js'
import { type Grammar, grammarOf, loadGrammar } from './grammars'
import { lineEnds, plain, type Token, toLines } from './tokens'

/** Longer texts stay plain: colouring them would hold the page up. */
const longest = 300_000

let core: Promise<HLJSApi> | undefined
const known = new Map<Grammar, Promise<void>>()

async function ready(grammar: Grammar): Promise<HLJSApi> {
  core ??= import('highlight.js/lib/core').then((m) => m.default)
  const hljs = await core
  let adding = known.get(grammar)
  if (!adding) {
    adding = loadGrammar(grammar).then((language) => hljs.registerLanguage(grammar, language))
    known.set(grammar, adding)
  }
  await adding
  return hljs
}

/** highlight is a file's text in lines of tokens. */
export async function highlight(path: string, text: string): Promise<Token[][]> {
  const grammar = grammarOf(path)
  if (!grammar || text.length > longest) return plain(text)
  const hljs = await ready(grammar)
  return toLines(hljs.highlight(lineEnds(text), { language: grammar, ignoreIllegals: true }).value)
}
