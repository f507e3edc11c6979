// Where a shell's prompts are, as it marks them (OSC 133): a mark beside each
// selects what its command printed, and keys go from one to the next.

import type { IDecoration, IMarker, Terminal } from '@xterm/xterm'

/** More prompts than this are further up than anybody goes by them. */
const most = 500

export class Prompts {
  private readonly term: Terminal
  private marks: { marker: IMarker; mark: IDecoration | undefined }[] = []

  constructor(term: Terminal) {
    this.term = term
    term.parser.registerOscHandler(133, (data) => {
      if (data === 'A' || data.startsWith('A;')) this.add()
      return true
    })
  }

  clear(): void {
    for (const { marker } of this.marks) marker.dispose()
    this.marks = []
  }

  /** step scrolls to the prompt before the first line in view, or after it. */
  step(by: -1 | 1): void {
    const top = this.term.buffer.active.viewportY
    const lines = this.marks.map((m) => m.marker.line).filter((l) => l >= 0)
    const to = by < 0 ? lines.findLast((l) => l < top) : lines.find((l) => l > top)
    if (to !== undefined) this.term.scrollToLine(to)
  }

  private add(): void {
    if (this.term.buffer.active.type === 'alternate') return
    const marker = this.term.registerMarker(0)
    if (this.marks.at(-1)?.marker.line === marker.line) {
      marker.dispose()
      return
    }
    const mark = this.term.registerDecoration({ marker, x: 0, width: 1, layer: 'top' })
    mark?.onRender((element) => this.draw(element, marker))
    this.marks.push({ marker, mark })
    marker.onDispose(() => {
      this.marks = this.marks.filter((m) => m.marker !== marker)
    })
    if (this.marks.length > most) this.marks[0]?.marker.dispose()
  }

  private draw(element: HTMLElement, marker: IMarker): void {
    element.classList.add('prompt-mark')
    element.title = 'Select what this command printed'
    element.onclick = () => {
      const at = this.marks.findIndex((m) => m.marker === marker)
      const next = this.marks[at + 1]?.marker.line ?? this.term.buffer.active.baseY + this.term.buffer.active.cursorY
      this.term.selectLines(marker.line, Math.max(marker.line, next - 1))
    }
  }
}
