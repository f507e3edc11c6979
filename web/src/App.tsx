import { lazy, Suspense, useEffect } from 'react'
import { useApp } from './lib/app/store'
import { useKeys } from './lib/commands/useKeys'
import { Palette } from './lib/palette/Palette'
import { isLight } from './lib/settings/settings'
import { Login } from './lib/shell/Login'
import { Shell } from './lib/shell/Shell'
import { FormDialog } from './lib/ui/FormDialog'
import { Question } from './lib/ui/Question'
import { Toasts } from './lib/ui/Toasts'
import { Waiting } from './lib/ui/Waiting'

const Shortcuts = lazy(() => import('./lib/shell/Shortcuts').then((m) => ({ default: m.Shortcuts })))
const SettingsDialog = lazy(() => import('./lib/settings/SettingsDialog').then((m) => ({ default: m.SettingsDialog })))

export function App() {
  const login = useApp((a) => a.link === 'login')
  const overlay = useApp((a) => a.overlay)
  useTheme()
  useKeys()
  if (login) return <Login />
  return (
    <>
      <Shell />
      {/* Not fetched when asked for: what is typed at once would be lost. */}
      {overlay === 'palette' && <Palette />}
      <Suspense>
        {overlay === 'shortcuts' && <Shortcuts />}
        {overlay === 'settings' && <SettingsDialog />}
      </Suspense>
      <FormDialog />
      <Question />
      <Waiting />
      <Toasts />
    </>
  )
}

function useTheme() {
  const light = useApp((a) => isLight(a.settings.theme, a.systemLight))
  useEffect(() => {
    document.documentElement.dataset.theme = light ? 'light' : 'dark'
  }, [light])
}
