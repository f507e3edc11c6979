import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.spec.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One browser at a time: the suites must fit a machine with two cores.
    fileParallelism: false,
  },
})
