// How an emulator looks and behaves on this page, before it is given anything
// to draw.

import { Terminal } from '@xterm/xterm'
import { scrollback } from '../link/link'
import type { Palette } from '../settings/settings'
import { swallowAnswers } from './answers'
import { colours } from './colours'
import { openLink } from './links'
import { widthProvider } from './widths.gen'

export interface Look {
  font: number
  fontFamily: string
  palette: Palette
  light: boolean
  screenReader: boolean
}

/** makeTerminal is an emulator as the page draws it, not yet attached to anything. */
export function makeTerminal(look: Look): Terminal {
  const term = new Terminal({
    allowProposedApi: true,
    cols: 80,
    rows: 24,
    scrollback,
    cursorBlink: false,
    cursorInactiveStyle: 'outline',
    fontFamily: familyOf(look),
    fontSize: look.font,
    fontWeight: 400,
    linkHandler: { activate: (e, uri) => openLink(e, uri) },
    fontWeightBold: 600,
    lineHeight: 1,
    macOptionIsMeta: true,
    minimumContrastRatio: 4.5,
    rescaleOverlappingGlyphs: true,
    screenReaderMode: look.screenReader,
    scrollOnUserInput: true,
    theme: colours(getComputedStyle(document.documentElement), look),
    vtExtensions: { kittyKeyboard: true, colorSchemeQuery: false },
  })
  swallowAnswers(term.parser)
  term.unicode.register(widthProvider)
  term.unicode.activeVersion = widthProvider.version
  return term
}

/** familyOf is the fonts to draw with: the person's own first, then the page's. */
export function familyOf(look: Look): string {
  const own = getComputedStyle(document.documentElement).getPropertyValue('--font-mono')
  return look.fontFamily ? `"${look.fontFamily}", ${own}` : own
}
