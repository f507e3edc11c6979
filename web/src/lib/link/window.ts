// The name of this window. It lives in sessionStorage, so that a reload keeps
// it and another tab has its own.

const key = 'junto.window'

/** windowName returns this window's name, made at its first use. */
export function windowName(storage: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage): string {
  const old = storage.getItem(key)
  if (old) return old
  const name = crypto.randomUUID()
  storage.setItem(key, name)
  return name
}
