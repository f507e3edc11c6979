import { Suspense, useEffect } from 'react'
import { useApp } from './lib/app/store'
import { useKeys } from './lib/commands/useKeys'
import { isLight } from './lib/settings/settings'
import { Login } from './lib/shell/Login'
import { Shell } from './lib/shell/Shell'
import { lazyPart } from './lib/ui/lazyPart'
import { Toasts } from './lib/ui/Toasts'

const Palette = lazyPart(() => import('./lib/palette/Palette').then((m) => m.Palette))
const Shortcuts = lazyPart(() => import('./lib/shell/Shortcuts').then((m) => m.Shortcuts))
const SettingsDialog = lazyPart(() => import('./lib/settings/SettingsDialog').then((m) => m.SettingsDialog))
const Asked = lazyPart(() => import('./lib/ui/Asked').then((m) => m.Asked))

export function App() {
  const login = useApp((a) => a.link === 'login')
  const overlay = useApp((a) => a.overlay)
  const asked = useApp((a) => a.form !== null || a.question !== null || a.scene.dialog !== undefined)
  useTheme()
  useKeys()
  if (login) return <Login />
  return (
    <>
      <Shell />
      <Suspense>
        {overlay === 'palette' && <Palette />}
        {overlay === 'shortcuts' && <Shortcuts />}
        {overlay === 'settings' && <SettingsDialog />}
      </Suspense>
      <Suspense>{asked && <Asked />}</Suspense>
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
