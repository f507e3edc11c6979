import type { PageMessage } from '../api.gen'
import { openPanel, readMessages, show } from '../app/actions'

/** follow goes where a message leads, or to the messages when it leads nowhere. */
export function follow(m: PageMessage): void {
  if (!m.link) return openPanel('messages')
  if (m.unread) void readMessages([m.id])
  show(m.link)
}
