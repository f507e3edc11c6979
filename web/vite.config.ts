import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

// Where a daemon listens while the page is developed with `npm run dev`.
const daemon = process.env.JUNTO_URL ?? 'http://127.0.0.1:4470'

/** The font of the first picture; the browser would ask for it after the style only. */
const firstFont = /inter-latin-wght-normal-.*\.woff2$/

function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => firstFont.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** Files below this many bytes gain nothing. */
const leastToCompress = 1024

/** compress writes each text once more for each coding, as the daemon serves it. */
function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    writeBundle(options, bundle) {
      for (const name of Object.keys(bundle).filter((n) => /\.(js|css|html)$/.test(n))) {
        const path = join(options.dir ?? '', name)
        const text = readFileSync(path)
        if (text.length < leastToCompress) continue
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params }))
      }
    },
  }
}

export default defineConfig({
  plugins: [react(), preloadFont(), compress()],
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
