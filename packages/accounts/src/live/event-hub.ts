import type { Clock } from '@freeor/kernel/clock'
import type { Limiter } from '@freeor/kernel/limiter'
import type { Tx } from '@freeor/postgres/database'
import type { Notifications } from '@freeor/postgres/notifications'
import { type NoticeBatch, readBatch } from './collect-notices.ts'
import { EventStream } from './event-stream.ts'
import { type LiveTopic, refreshEvent, type StreamAccess } from './ports.ts'
import { readStreamAccess } from './queries.ts'

export type HubOptions = {
  readonly db: Tx
  readonly clock: Clock
  /** What streams tell of; rows of any other topic are dropped. */
  readonly topics: readonly LiveTopic[]
  readonly notifications: Pick<Notifications, 'listen'>
  /** How many streams may be open; a viewer is a key. */
  readonly limiter: Limiter
  readonly onFailed: (error: unknown) => void
  /** How often access is checked while nothing happens; every second unless told. */
  readonly checkMs?: number
}

export type Viewer = { readonly sessionId: string; readonly userId: string }

type Kept = readonly { readonly number: number; readonly batch: NoticeBatch }[]

/** Batches kept for streams that reconnect, of the last minutes. */
const keptBatches = 1_000

/**
 * The live streams of this process. Each event is decided by the viewer's access at the moment it leaves, so nothing
 * is sent after the access has ended; a stream whose session is over is closed.
 */
export class EventHub {
  readonly #options: HubOptions
  readonly #streams = new Set<EventStream>()
  readonly #stopListening: () => void
  readonly #timer: NodeJS.Timeout
  /** Of this process: an id of another one is too old for any replay. */
  readonly #process = crypto.randomUUID().slice(0, 8)
  #kept: Kept = []
  #number = 0
  /** Everything that sends waits for what was to be sent before it. */
  #work: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(options: HubOptions) {
    this.#options = options
    this.#stopListening = options.notifications.listen({
      onNotice: (payload) => {
        const batch = readBatch(payload)
        if (batch) this.#take(batch)
      },
      onGap: () => this.#forget(),
    })
    this.#timer = setInterval(() => {
      if (this.#streams.size > 0) this.#after(() => this.#check())
    }, options.checkMs ?? 1_000)
    this.#timer.unref()
  }

  /** How many streams are open. */
  get size(): number {
    return this.#streams.size
  }

  /**
   * A stream for a viewer. It begins with what they missed since `lastEventId`, or with "read again" where that is not
   * known any more. @throws AppError rate_limited
   */
  open(viewer: Viewer, lastEventId?: string): ReadableStream<Uint8Array> {
    const release = this.#options.limiter.acquireNow({ key: viewer.userId })
    const stream = new EventStream(viewer, () => {
      this.#streams.delete(stream)
      release()
    })
    if (this.#isClosed) stream.close()
    else this.#after(() => this.#begin(stream, lastEventId))
    return stream.readable
  }

  /** Ends every stream: the browsers connect again, to another process. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.#stopListening()
    for (const stream of [...this.#streams]) stream.close()
  }

  /** For tests: resolves once everything that was to be sent is sent. */
  async settled(): Promise<void> {
    await this.#work
  }

  async #begin(stream: EventStream, lastEventId: string | undefined): Promise<void> {
    const access = (await this.#readAccess([stream])).get(stream.viewer.sessionId)
    if (!access || !stream.keepsAccess(access) || this.#isClosed) return stream.close()
    if (stream.isClosed) return
    this.#streams.add(stream)
    // What is taken from here on may be sent twice: an event only says "read again".
    const missed = this.#missedSince(lastEventId)
    if (!missed) return stream.send([refreshEvent], this.#idOf(this.#number))
    for (const { batch, number } of missed) await this.#sendTo([stream], batch, number)
  }

  /** @returns undefined where something may have been missed that is not kept */
  #missedSince(lastEventId: string | undefined): Kept | undefined {
    const [process, number] = (lastEventId ?? '').split('-')
    const seen = Number(number)
    if (process !== this.#process || !Number.isInteger(seen) || seen > this.#number) return undefined
    const missed = this.#kept.filter((one) => one.number > seen)
    return missed.length === this.#number - seen ? missed : undefined
  }

  #take(batch: NoticeBatch): void {
    this.#number += 1
    const number = this.#number
    this.#kept = [...this.#kept, { number, batch }].slice(-keptBatches)
    this.#after(() => (batch.access ? this.#check() : this.#sendTo([...this.#streams], batch, number)))
  }

  /** Notices were lost: nobody's last event is enough, and everybody reads again. */
  #forget(): void {
    this.#kept = []
    this.#number += 1
    this.#after(async () => {
      for (const stream of this.#streams) stream.send([refreshEvent], this.#idOf(this.#number))
    })
  }

  #after(work: () => Promise<unknown>): void {
    this.#work = this.#work.then(async () => {
      try {
        await work()
      } catch (error) {
        this.#options.onFailed(error)
        // What was to be sent is lost to them: they connect again and read again.
        for (const stream of [...this.#streams]) stream.close()
      }
    })
  }

  async #sendTo(streams: readonly EventStream[], batch: NoticeBatch, number: number): Promise<void> {
    const access = await this.#readAccess(streams)
    const topics = this.#options.topics.filter(({ name }) => (batch.rows[name]?.length ?? 0) > 0)
    const deciding = await Promise.all(
      topics.map(async (topic) => await topic.prepare(batch.rows[topic.name] ?? [], [...access.values()])),
    )
    for (const stream of streams) {
      const viewer = access.get(stream.viewer.sessionId)
      if (!viewer || !stream.keepsAccess(viewer)) stream.close()
      else
        stream.send(
          deciding.flatMap((decide) => decide(viewer)),
          this.#idOf(number),
        )
    }
  }

  /** Closes the streams whose viewers may not look any more, or may see something else than before. */
  async #check(): Promise<void> {
    const streams = [...this.#streams]
    const access = await this.#readAccess(streams)
    for (const stream of streams) {
      const now = access.get(stream.viewer.sessionId)
      if (!now || !stream.keepsAccess(now)) stream.close()
      else stream.stayAwake()
    }
  }

  async #readAccess(streams: readonly EventStream[]): Promise<ReadonlyMap<string, StreamAccess>> {
    const sessionIds = [...new Set(streams.map(({ viewer }) => viewer.sessionId))]
    return await readStreamAccess(this.#options, sessionIds)
  }

  #idOf(number: number): string {
    return `${this.#process}-${number}`
  }
}
