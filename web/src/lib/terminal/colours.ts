// The emulator's colours, from the page's own.

import type { ITheme } from '@xterm/xterm'
import type { Palette } from '../settings/settings'

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

export interface ColourChoice {
  light: boolean
  palette: Palette
}

/** colours reads the theme in force from the page's custom properties. */
export function colours(style: CSSStyleDeclaration, { light, palette }: ColourChoice): ITheme {
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
    ...others[palette],
  }
}

/** Palettes besides the page's own. The emulator keeps them readable on either
 * ground by its least contrast. */
const others: Record<Palette, ITheme> = {
  page: {},
  classic: {
    black: '#000000',
    red: '#CD3131',
    green: '#0DBC79',
    yellow: '#E5E510',
    blue: '#2472C8',
    magenta: '#BC3FBC',
    cyan: '#11A8CD',
    white: '#E5E5E5',
    brightBlack: '#666666',
    brightRed: '#F14C4C',
    brightGreen: '#23D18B',
    brightYellow: '#F5F543',
    brightBlue: '#3B8EEA',
    brightMagenta: '#D670D6',
    brightCyan: '#29B8DB',
    brightWhite: '#FFFFFF',
  },
  contrast: {
    background: '#000000',
    foreground: '#FFFFFF',
    cursor: '#FFFFFF',
    cursorAccent: '#000000',
    black: '#000000',
    red: '#FF5C5C',
    green: '#5CFF5C',
    yellow: '#FFFF5C',
    blue: '#7DA6FF',
    magenta: '#FF8CFF',
    cyan: '#5CFFFF',
    white: '#FFFFFF',
    brightBlack: '#A0A0A0',
    brightRed: '#FF8080',
    brightGreen: '#80FF80',
    brightYellow: '#FFFF80',
    brightBlue: '#A6C4FF',
    brightMagenta: '#FFB3FF',
    brightCyan: '#80FFFF',
    brightWhite: '#FFFFFF',
  },
}
