import type { ServerEvent, StreamAccess } from './ports.ts'

const encoder = new TextEncoder()

/** So many events wait at most for a browser that does not read: its stream is closed, and it reads again later. */
const mostWaiting = 200
/** Of silence, after which a comment keeps proxies from closing the connection. */
const silenceMs = 15_000
/** Browsers of a restarted server do not all come back in the same moment. */
const retryMs = () => 1_000 + Math.round(Math.random() * 2_000)

/** One open server-sent stream (HTML standard, 9.2). */
export class EventStream {
  readonly viewer: { readonly sessionId: string; readonly userId: string }
  readonly readable: ReadableStream<Uint8Array>
  readonly #onClosed: () => void
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #spokeAt = performance.now()
  #access: string | undefined

  constructor(viewer: EventStream['viewer'], onClosed: () => void) {
    this.viewer = viewer
    this.#onClosed = onClosed
    this.readable = new ReadableStream(
      {
        start: (controller) => {
          this.#controller = controller
          this.#write(`retry: ${retryMs()}\n\n`)
        },
        // The browser is gone.
        cancel: () => this.#end(),
      },
      { highWaterMark: mostWaiting },
    )
  }

  get isClosed(): boolean {
    return this.#controller === undefined
  }

  /** The id stands on the last event alone: a connection cut in between is told all of them again. */
  send(events: readonly ServerEvent[], id: string): void {
    for (const [n, { event, ...data }] of events.entries()) {
      const mark = n === events.length - 1 ? `id: ${id}\n` : ''
      this.#write(`${mark}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    }
  }

  /** Whether the viewer may see what they could see when the stream was checked first. */
  keepsAccess({ superAdmin, rights }: StreamAccess): boolean {
    const access = JSON.stringify([superAdmin, rights])
    this.#access ??= access
    return this.#access === access
  }

  stayAwake(): void {
    if (performance.now() - this.#spokeAt > silenceMs) this.#write(': still here\n\n')
  }

  close(): void {
    const controller = this.#controller
    this.#end()
    controller?.close()
  }

  #write(text: string): void {
    if (!this.#controller) return
    if ((this.#controller.desiredSize ?? 0) <= 0) {
      this.close()
      return
    }
    this.#spokeAt = performance.now()
    this.#controller.enqueue(encoder.encode(text))
  }

  #end(): void {
    if (!this.#controller) return
    this.#controller = undefined
    this.#onClosed()
  }
}
