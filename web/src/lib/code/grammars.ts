// Which grammar colours a file. Each is a small file of its own, fetched when a
// file needs it.

import type { LanguageFn } from 'highlight.js'

type Load = () => Promise<{ default: LanguageFn }>

const loads = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  clojure: () => import('highlight.js/lib/languages/clojure'),
  cmake: () => import('highlight.js/lib/languages/cmake'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  dart: () => import('highlight.js/lib/languages/dart'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  elixir: () => import('highlight.js/lib/languages/elixir'),
  erlang: () => import('highlight.js/lib/languages/erlang'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  haskell: () => import('highlight.js/lib/languages/haskell'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  latex: () => import('highlight.js/lib/languages/latex'),
  less: () => import('highlight.js/lib/languages/less'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  nix: () => import('highlight.js/lib/languages/nix'),
  objectivec: () => import('highlight.js/lib/languages/objectivec'),
  ocaml: () => import('highlight.js/lib/languages/ocaml'),
  perl: () => import('highlight.js/lib/languages/perl'),
  php: () => import('highlight.js/lib/languages/php'),
  protobuf: () => import('highlight.js/lib/languages/protobuf'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scala: () => import('highlight.js/lib/languages/scala'),
  scss: () => import('highlight.js/lib/languages/scss'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
} satisfies Record<string, Load>

export type Grammar = keyof typeof loads

/** Grammars by a file's whole name or its ending, in lower case. */
const byName: Record<string, Grammar> = {
  makefile: 'makefile',
  gnumakefile: 'makefile',
  justfile: 'makefile',
  dockerfile: 'dockerfile',
  containerfile: 'dockerfile',
  'cmakelists.txt': 'cmake',
  'go.mod': 'go',
  '.bashrc': 'bash',
  '.zshrc': 'bash',
  '.profile': 'bash',
  '.gitconfig': 'ini',
  '.editorconfig': 'ini',
  ...endings('bash', 'sh bash zsh'),
  ...endings('c', 'c h'),
  ...endings('clojure', 'clj cljs edn'),
  ...endings('cmake', 'cmake'),
  ...endings('cpp', 'cc cpp cxx hpp hh'),
  ...endings('csharp', 'cs'),
  ...endings('css', 'css'),
  ...endings('dart', 'dart'),
  ...endings('diff', 'diff patch'),
  ...endings('elixir', 'ex exs'),
  ...endings('erlang', 'erl'),
  ...endings('go', 'go'),
  ...endings('graphql', 'graphql gql'),
  ...endings('haskell', 'hs'),
  ...endings('ini', 'ini toml conf env'),
  ...endings('java', 'java'),
  ...endings('javascript', 'js mjs cjs jsx'),
  ...endings('json', 'json jsonc jsonl webmanifest'),
  ...endings('kotlin', 'kt kts'),
  ...endings('latex', 'tex'),
  ...endings('less', 'less'),
  ...endings('lua', 'lua'),
  ...endings('makefile', 'mk'),
  ...endings('markdown', 'md mdx'),
  ...endings('nix', 'nix'),
  ...endings('objectivec', 'm mm'),
  ...endings('ocaml', 'ml mli'),
  ...endings('perl', 'pl pm'),
  ...endings('php', 'php'),
  ...endings('protobuf', 'proto'),
  ...endings('python', 'py pyi'),
  ...endings('r', 'r'),
  ...endings('ruby', 'rb'),
  ...endings('rust', 'rs'),
  ...endings('scala', 'scala'),
  ...endings('scss', 'scss sass'),
  ...endings('sql', 'sql'),
  ...endings('swift', 'swift'),
  ...endings('typescript', 'ts mts cts tsx'),
  ...endings('xml', 'xml html htm svg vue svelte'),
  ...endings('yaml', 'yaml yml'),
}

function endings(grammar: Grammar, list: string): Record<string, Grammar> {
  return Object.fromEntries(list.split(' ').map((e) => [`.${e}`, grammar]))
}

/** grammarOf is the grammar of a file by its name; none for plain text. */
export function grammarOf(path: string): Grammar | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const dot = name.lastIndexOf('.')
  return byName[name] ?? (dot >= 0 ? byName[name.slice(dot)] : undefined)
}

/** loadGrammar fetches a grammar. */
export async function loadGrammar(grammar: Grammar): Promise<LanguageFn> {
  return (await loads[grammar]()).default
}
