// The emulator measures its cell once: the font must be there before it.

let loading: Promise<unknown> | undefined

export function fontsLoaded(): Promise<unknown> {
  loading ??= Promise.allSettled([
    document.fonts.load('400 13px "JetBrains Mono"', 'W│'),
    document.fonts.load('600 13px "JetBrains Mono"', 'W│'),
    document.fonts.load('400 13px "Agent Symbols"', '⏺'),
  ])
  return loading
}
