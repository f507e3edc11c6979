// How the page calls the daemon: one POST for each call, and errors that keep
// the daemon's words.

import type { Calls } from '../api.gen'
import { windowName } from '../link/window'
import type { Act } from '../workspace/model'

/** CallError is a refusal by the daemon, or the failure to reach it. */
export class CallError extends Error {
  readonly type: string
  readonly nextStep: string

  constructor(type: string, message: string, nextStep = '') {
    super(message)
    this.name = 'CallError'
    this.type = type
    this.nextStep = nextStep
  }
}

/** fromAnswer reads what the daemon says in a refusal's body. */
export function fromAnswer(status: number, body: unknown): CallError {
  const error = isRecord(body) && isRecord(body.error) ? body.error : {}
  const type = typeof error.type === 'string' ? error.type : 'HTTPError'
  const message = typeof error.message === 'string' ? error.message : `the daemon answered with status ${status}`
  return new CallError(type, message, typeof error.next_step === 'string' ? error.next_step : '')
}

function isRecord(v: unknown): v is Record<string, unknown> {
  return typeof v === 'object' && v !== null
}

/** call makes one call; it throws a CallError for every way to fail. */
export async function call<N extends keyof Calls>(name: N, input: Calls[N]['in']): Promise<Calls[N]['out']> {
  return (await post(name, input)) as Calls[N]['out']
}

/** callAct does an act to this window's workspace. */
export async function callAct({ act, ...input }: Act): Promise<void> {
  await post(`workspace.${act}`, input)
}

async function post(name: string, input: unknown): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(`/api/call/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Junto-Window': windowName() },
      body: JSON.stringify(input),
    })
  } catch {
    throw new CallError('Unreachable', 'the daemon cannot be reached', 'start it with: jun')
  }
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw fromAnswer(response.status, body)
  return body
}

/** isLoggedIn asks whether the daemon accepts this page's cookie. */
export async function isLoggedIn(): Promise<boolean | 'unreachable'> {
  try {
    await post('daemon.status', {})
    return true
  } catch (error) {
    return error instanceof CallError && error.type === 'AuthError' ? false : 'unreachable'
  }
}
