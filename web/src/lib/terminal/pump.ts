// The order of what happens to an emulator. Its writes are parsed later, a
// piece at a time; a reset or a resize must wait until every write before it
// is parsed, and hold those after it back.

/** The emulator as the pump sees it. */
export interface Sink {
  write(data: Uint8Array, parsed: () => void): void
}

type Step = { data: Uint8Array; done: () => void } | { barrier: () => void }

/** Pump feeds a sink in order. */
export class Pump {
  private readonly sink: Sink
  private readonly failed: (error: unknown) => void
  private steps: Step[] = []
  private parsing = 0
  private scheduled = false
  private generation = 0

  /** failed is told when a write throws: the emulator is then beyond use. */
  constructor(sink: Sink, failed: (error: unknown) => void) {
    this.sink = sink
    this.failed = failed
  }

  /** parsed counts what was parsed: while it stands still and the pump is not
   * idle, the emulator is stuck. */
  parsed = 0

  /** idle says that nothing waits to be parsed. */
  get idle(): boolean {
    return this.steps.length === 0 && this.parsing === 0
  }

  write(data: Uint8Array, done: () => void): void {
    this.push({ data, done })
  }

  barrier(run: () => void): void {
    this.push({ barrier: run })
  }

  /** clear drops what waits, for an emulator that starts anew. */
  clear(): void {
    this.steps = []
    this.parsing = 0
    this.generation++
  }

  private push(step: Step): void {
    this.steps.push(step)
    if (!this.scheduled) this.run()
  }

  private run(): void {
    this.scheduled = false
    for (;;) {
      const step = this.steps[0]
      if (!step) return
      if ('barrier' in step && this.parsing > 0) return
      this.steps.shift()
      if (!this.attempt(step)) return
    }
  }

  private attempt(step: Step): boolean {
    try {
      if ('barrier' in step) step.barrier()
      else this.feed(step.data, step.done)
      return true
    } catch (error) {
      this.clear()
      this.failed(error)
      return false
    }
  }

  private feed(data: Uint8Array, done: () => void): void {
    const generation = this.generation
    this.parsing++
    this.sink.write(data, () => {
      if (generation !== this.generation) return
      this.parsing--
      this.parsed++
      done()
      // Outside the emulator's own loop: a barrier may change its size, which
      // would parse what that loop is about to parse.
      if (!this.scheduled && this.steps.length > 0) {
        this.scheduled = true
        queueMicrotask(() => this.run())
      }
    })
  }
}
