import { useEffect } from 'react'

/** useTakeFocus gives the focus to what a tab shows, when the tab has the focus
 * and nothing on the page does: its keys work at once. */
export function useTakeFocus(wanted: boolean, take: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is wanted
  useEffect(() => {
    if (wanted && (document.activeElement === document.body || document.activeElement === null)) take()
  }, [wanted])
}
