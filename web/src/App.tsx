import { useEffect } from 'react'
import { useApp } from './lib/app/store'
import { useKeys } from './lib/commands/useKeys'
import { Palette } from './lib/palette/Palette'
import { SettingsDialog } from './lib/settings/SettingsDialog'
import { isLight } from './lib/settings/settings'
import { Login } from './lib/shell/Login'
import { Shell } from './lib/shell/Shell'
import { Shortcuts } from './lib/shell/Shortcuts'
import { FormDialog } from './lib/ui/FormDialog'
import { Question } from './lib/ui/Question'
import { Toasts } from './lib/ui/Toasts'
import { Waiting } from './lib/ui/Waiting'

export function App() {
  const login = useApp((a) => a.link === 'login')
  const overlay = useApp((a) => a.overlay)
  useTheme()
  useKeys()
  if (login) return <Login />
  return (
    <>
      <Shell />
      {overlay === 'palette' && <Palette />}
      {overlay === 'shortcuts' && <Shortcuts />}
      {overlay === 'settings' && <SettingsDialog />}
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
