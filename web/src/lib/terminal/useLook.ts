import { useMemo } from 'react'
import { useApp } from '../app/store'
import { isLight } from '../settings/settings'
import type { Look } from './make'

/** useLook is how terminals are drawn, as the person set it. */
export function useLook(): Look {
  const { font, fontFamily, palette, screenReader } = useApp((a) => a.settings)
  const light = useApp((a) => isLight(a.settings.theme, a.systemLight))
  return useMemo(
    () => ({ font, fontFamily, palette, screenReader, light }),
    [font, fontFamily, palette, screenReader, light],
  )
}
