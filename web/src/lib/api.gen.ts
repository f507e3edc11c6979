// The wire types, one for each Go type of package api.

export interface Status {
  version: string
  pid: number
  keeper: number
  home: string
  url: string
  started: string
  terminals: number
  agents: number
  windows: number
}

export interface TerminalView {
  id: number
  project: string
  dir: string
  title: string
  agent?: string
  status?: string
  since?: string
  because?: string
  line?: string
  loop: boolean
  running: boolean
  exit?: string
  cols: number
  rows: number
  pid: number
}

export interface NewTerminalIn {
  dir?: string
  project?: string
  command?: string
  cols?: number
  rows?: number
}

export interface EndTerminalIn {
  id: number
  force?: boolean
}

export interface IDOut {
  id: number
}

export interface SendIn {
  id: number
  text: string
  unless_waiting?: boolean
}

export interface Evidence {
  time: string
  stage: string
  fact: string
}

export interface SendOut {
  stage: string
  started: boolean
  held?: string
  evidence: Evidence[]
}

export interface ScreenIn {
  id: number
  lines?: number
}

export interface ScreenOut {
  lines: string[]
}

export interface Reply {
  time: string
  text: string
}

export interface Message {
  id: number
  time: string
  kind: string
  title?: string
  text?: string
  project?: string
  link?: string
  replies?: Reply[]
}

export interface PageMessage extends Message {
  unread: boolean
}

export interface MessageReadIn {
  ids?: number[]
}

/** Commands names each command's input and result. */
export interface Commands {
  'daemon.status': { in: Record<string, never>; out: Status }
  'terminal.list': { in: Record<string, never>; out: TerminalView[] }
  'terminal.new': { in: NewTerminalIn; out: IDOut }
  'terminal.end': { in: EndTerminalIn; out: null }
  'tool.send': { in: SendIn; out: SendOut }
  'tool.screen': { in: ScreenIn; out: ScreenOut }
  'message.list': { in: Record<string, never>; out: PageMessage[] }
  'message.read': { in: MessageReadIn; out: null }
}
