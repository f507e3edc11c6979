// Starts Chromium for the tests. They install nothing: where there is no
// browser they fail and say which program is missing.

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const executable = process.env.CHROMIUM ?? '/usr/bin/chromium'

export function launch(): Promise<Browser> {
  if (!existsSync(executable)) {
    throw new Error(
      `there is no Chromium at ${executable}: install it (Debian: apt-get install chromium) or set CHROMIUM to its path`,
    )
  }
  return chromium.launch({
    executablePath: executable,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
