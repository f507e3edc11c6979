// The menu of a node that is selected.

import type { SeatView } from '../api.gen'
import type { Item as Entry } from '../ui/ItemMenu'
import { hold } from './actions'
import type { Item } from './document'
import { endOnDelete, flag, order, setColour, setHold } from './look'

const colourNames = ['Red', 'Orange', 'Yellow', 'Green', 'Cyan', 'Purple']

/** nodeMenu is what else can be done to a node. */
export function nodeMenu(
  id: string,
  item: Item,
  seat: SeatView | undefined,
  regionPaused: boolean | undefined,
): Entry[] {
  const flags = item.node.ether?.flags ?? []
  const marks: Entry[] = item.actor
    ? [
        mark(id, item, 'blocker', flags.includes('blocker') ? 'Unblock' : 'Block'),
        mark(id, item, 'parked', flags.includes('parked') ? 'Take up again' : 'Park'),
        {
          title: seat?.paused ? 'Let it act again' : 'Pause this seat',
          run: () => void hold(id, item.id, !seat?.paused),
        },
        killer(id, item),
        null,
      ]
    : []
  const region: Entry[] =
    item.kind === 'region'
      ? [
          {
            title: regionPaused ? 'Let its seats act' : 'Pause its seats',
            run: () => void hold(id, item.id, !regionPaused),
          },
          {
            title: item.node.ether?.region?.hold ? 'Move it alone' : 'Move what is in it along',
            run: () => setHold(id, item.id, !item.node.ether?.region?.hold),
          },
          null,
          ...colourNames.map((title, i) => ({ title, run: () => setColour(id, item.id, String(i + 1)) })),
          { title: 'No colour', disabled: !item.node.color, run: () => setColour(id, item.id, null) },
          null,
        ]
      : []
  return [
    ...marks,
    ...region,
    { title: 'To the front', run: () => order(id, item.id, 'front') },
    { title: 'To the back', run: () => order(id, item.id, 'back') },
  ]
}

function mark(id: string, item: Item, which: 'blocker' | 'parked', title: string): Entry {
  const on = item.node.ether?.flags?.includes(which) ?? false
  return { title, run: () => flag(id, item.id, which, !on) }
}

function killer(id: string, item: Item): Entry {
  const on = item.node.ether?.terminal?.onDelete === 'kill-session'
  return {
    title: on ? 'Keep its agent when deleted' : 'End its agent when deleted',
    run: () => endOnDelete(id, item.id, !on),
  }
}
