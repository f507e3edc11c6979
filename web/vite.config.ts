import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Where a daemon listens while the page is developed with `npm run dev`.
const daemon = process.env.JUNTO_URL ?? 'http://127.0.0.1:4470'

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2023',
    // The content security policy allows fonts and pictures from files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
  },
  server: {
    proxy: {
      '/api': { target: daemon, changeOrigin: true },
      '/login': { target: daemon, changeOrigin: true },
      '/ws': { target: daemon, changeOrigin: true, ws: true },
    },
  },
  test: { include: ['src/**/*.test.ts'] },
})
