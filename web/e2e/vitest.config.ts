import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  cacheDir: join(import.meta.dirname, '../node_modules/.vite/e2e'),
  test: {
    root: import.meta.dirname,
    include: process.env.FIGURES ? ['figures.ts'] : ['*.spec.ts'],
    testTimeout: process.env.FIGURES ? 400_000 : 60_000,
    hookTimeout: 60_000,
    env: { UPDATE_PICTURES: process.argv.includes('-u') ? '1' : '' },
    // As long as one waits for a person's next step, however busy the machine.
    expect: { poll: { timeout: 15_000 } },
    // Most of a suite is waiting: two at once fit a machine with two cores.
    maxWorkers: 2,
  },
})
