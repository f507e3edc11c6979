// The emulator's colours, from the page's own.

import type { ITheme } from '@xterm/xterm'

const names = {
  background: '--term',
  foreground: '--t1c',
  cursor: '--t1c',
  cursorAccent: '--term',
  red: '--red',
  green: '--green',
  yellow: '--yellow',
  blue: '--blue',
  magenta: '--mag',
  cyan: '--cyan',
  brightBlack: '--a0',
} as const

const bright = { red: 'brightRed', green: 'brightGreen', yellow: 'brightYellow', blue: 'brightBlue' } as const

/** colours reads the theme in force from the page's custom properties. */
export function colours(style: CSSStyleDeclaration, light: boolean): ITheme {
  const of = (name: string) => style.getPropertyValue(name).trim()
  const theme: Record<string, string> = {}
  for (const [key, name] of Object.entries(names)) theme[key] = of(name)
  for (const [plain, strong] of Object.entries(bright)) theme[strong] = theme[plain] ?? ''
  return {
    ...theme,
    brightMagenta: of('--mag'),
    brightCyan: of('--cyan'),
    black: light ? '#16181D' : '#22262E',
    white: light ? '#636A77' : '#AEB5C2',
    brightWhite: light ? '#16181D' : '#FFFFFF',
    selectionBackground: of('--accent-bg'),
    selectionInactiveBackground: of('--line2'),
    scrollbarSliderBackground: of('--line2'),
    scrollbarSliderHoverBackground: of('--line3'),
    scrollbarSliderActiveBackground: of('--line3'),
  }
}
