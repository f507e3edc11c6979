// Compares how a surface looks with the picture of it that is kept in
// e2e/pictures. The browser itself reads, shrinks and compares the pictures.
//
// Pictures are kept at half size and with few colours: enough to see that
// something moved, came or went, and small. `npm run e2e -- surfaces -u` keeps
// new ones; look at them before they are committed.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const kept = join(import.meta.dirname, 'pictures')
const failed = join(import.meta.dirname, '../test-results/pictures')
const update = process.env.UPDATE_PICTURES === '1'

/** What may differ, as another Chromium or another GPU smooths letters in its own
 * way: this part of the pixels visibly, and this part of the blocks of 16 by 16
 * pixels in their mean colour. The first is generous; the second is not, as what
 * moves, comes or goes changes blocks, and smoothing does not. */
const mostPixels = 0.02
const mostBlocks = 0.003

interface Found {
  small: string
  differences: string
  sameSize: boolean
  pixels: number
  blocks: number
}

/** compare shrinks a picture and compares it with a kept one, in a page. */
function compare(tool: Page, shot: string, old: string | null): Promise<Found> {
  return tool.evaluate(
    async ([shot, old]) => {
      const step = 17 // 16 levels a colour
      const visible = 48
      const visibleMean = 9
      const side = 8
      const draw = async (base64: string, scale: number) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
        const canvas = document.createElement('canvas')
        canvas.width = image.width * scale
        canvas.height = image.height * scale
        const c = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
        c.imageSmoothingQuality = 'high'
        c.drawImage(image, 0, 0, canvas.width, canvas.height)
        return { canvas, c, data: c.getImageData(0, 0, canvas.width, canvas.height) }
      }
      const base64 = (c: HTMLCanvasElement) => c.toDataURL('image/png').split(',')[1] ?? ''
      const now = await draw(shot ?? '', 0.5)
      const { width, height } = now.canvas
      const d = now.data.data
      for (let i = 0; i < d.length; i++) d[i] = Math.round((d[i] ?? 0) / step) * step
      now.c.putImageData(now.data, 0, 0)
      const small = base64(now.canvas)
      const none = { small, differences: '', sameSize: true, pixels: 0, blocks: 0 }
      if (old === null) return none
      const before = await draw(old ?? '', 1)
      if (before.canvas.width !== width || before.canvas.height !== height) return { ...none, sameSize: false }
      const b = before.data.data
      const marks = new ImageData(width, height)
      const columns = Math.ceil(width / side)
      const means = new Float64Array(columns * Math.ceil(height / side) * 3)
      let pixels = 0
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const at = (y * width + x) * 4
          const block = (Math.floor(y / side) * columns + Math.floor(x / side)) * 3
          let most = 0
          for (let k = 0; k < 3; k++) {
            const by = (d[at + k] ?? 0) - (b[at + k] ?? 0)
            means[block + k] = (means[block + k] ?? 0) + by / (side * side)
            most = Math.max(most, Math.abs(by))
          }
          if (most > visible) pixels++
          marks.data.set([most > visible ? 255 : 0, 0, 0, 255], at)
        }
      }
      let blocks = 0
      for (let i = 0; i < means.length; i += 3)
        if (means.subarray(i, i + 3).some((m) => Math.abs(m) > visibleMean)) blocks++
      before.c.putImageData(marks, 0, 0)
      return {
        ...none,
        differences: base64(before.canvas),
        pixels: pixels / (width * height),
        blocks: blocks / (means.length / 3),
      }
    },
    [shot, old] as const,
  )
}

const percent = (n: number) => `${(n * 100).toFixed(2)} %`

/** unlike says how a picture differs from the one that is kept under the name;
 * empty when it looks as that one does. Unless it is only asked, it writes the
 * pictures that tell why. */
export async function unlike(tool: Page, name: string, shot: Buffer, asked = false): Promise<string> {
  const path = join(kept, `${name}.png`)
  const old = existsSync(path) && !update ? readFileSync(path, 'base64') : null
  const found = await compare(tool, shot.toString('base64'), old)
  if (update) {
    mkdirSync(kept, { recursive: true })
    writeFileSync(path, Buffer.from(found.small, 'base64'))
    return ''
  }
  if (old === null) return `there is no picture ${path}: keep one with npm run e2e -- surfaces -u`
  if (found.sameSize && found.pixels <= mostPixels && found.blocks <= mostBlocks) return ''
  const write = (what: string, base64: string) =>
    asked || writeFileSync(join(failed, `${name}-${what}.png`), Buffer.from(base64, 'base64'))
  mkdirSync(failed, { recursive: true })
  write('actual', found.small)
  write('expected', old)
  if (found.differences) write('diff', found.differences)
  const how = found.sameSize
    ? `${percent(found.pixels)} of the pixels (${percent(mostPixels)} may) and ${percent(found.blocks)} of the blocks (${percent(mostBlocks)} may) differ`
    : 'it has another size'
  return `${name} does not look as it did: ${how}. See ${failed}/${name}-*.png. If it should look so: npm run e2e -- surfaces -u`
}
