import pg from 'pg'
import type { Tx } from './database.ts'

/** What a listener is told. */
export type NoticeListener = {
  /** A notice of any process, this one included. */
  onNotice(payload: string): void
  /** The connection was away: notices may have been lost, and what was shown is to be read again. */
  onGap(): void
}

/** Notices between processes over PostgreSQL's NOTIFY. They are lost when nobody listens: they only say "read again". */
export interface Notifications {
  /**
   * Tells every process. Never in a transaction: a NOTIFY there holds a lock of the whole database until the commit.
   * @param payload at most 7,999 bytes
   */
  notify(payload: string): Promise<void>
  /** @returns what ends it */
  listen(listener: NoticeListener): () => void
  close(): Promise<void>
}

export type NotificationOptions = {
  readonly url: string
  readonly db: Tx & { readonly $client: pg.Pool }
  readonly channel: string
  /** Called when the connection broke; it is opened again by itself. */
  onBroken?(error: Error): void
  /** The waits between attempts to connect; 100 ms doubled up to 5 s unless told. */
  readonly waits?: { readonly firstMs: number; readonly longestMs: number }
}

/** A connection over a network that went silent reports no error: it is asked this often. */
const checkMs = 20_000

/** One LISTEN connection of this process for a channel. It connects at the first listener. */
export function openNotifications(options: NotificationOptions): Notifications {
  const { db, channel, waits = { firstMs: 100, longestMs: 5_000 } } = options
  const listeners = new Set<NoticeListener>()
  let connection: ListenConnection | undefined
  return {
    async notify(payload) {
      await db.$client.query('SELECT pg_notify($1, $2)', [channel, payload])
    },
    listen(listener) {
      listeners.add(listener)
      connection ??= new ListenConnection({ ...options, waits }, listeners)
      return () => void listeners.delete(listener)
    },
    async close() {
      listeners.clear()
      await connection?.close()
    },
  }
}

type ListenOptions = NotificationOptions & Required<Pick<NotificationOptions, 'waits'>>

class ListenConnection {
  readonly #options: ListenOptions
  readonly #listeners: ReadonlySet<NoticeListener>
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #isClosed = false

  constructor(options: ListenOptions, listeners: ReadonlySet<NoticeListener>) {
    this.#options = options
    this.#listeners = listeners
    void this.#connect()
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: 'freeor listener',
    })
    this.#client = client
    client.on('error', (error) => this.#reopen(client, error))
    client.on('end', () => this.#reopen(client, new Error('The listening connection ended')))
    client.on('notification', ({ payload = '' }) => {
      for (const { onNotice } of this.#listeners) onNotice(payload)
    })
    try {
      await client.connect()
      await client.query(`LISTEN ${pg.escapeIdentifier(this.#options.channel)}`)
      this.#failures = 0
      // Also after the first connection: whoever listens since before it was there may have missed something.
      for (const { onGap } of this.#listeners) onGap()
      this.#check(client)
    } catch (error) {
      this.#reopen(client, error as Error)
    }
  }

  #check(client: pg.Client): void {
    this.#timer = setTimeout(async () => {
      try {
        await client.query('SELECT 1')
        if (client === this.#client) this.#check(client)
      } catch (error) {
        this.#reopen(client, error as Error)
      }
    }, checkMs)
    this.#timer.unref()
  }

  /** Once for each connection, however many of its events say that it broke. */
  #reopen(client: pg.Client, error: Error): void {
    if (client !== this.#client || this.#isClosed) return
    this.#client = undefined
    clearTimeout(this.#timer)
    void client.end().catch(() => undefined)
    this.#options.onBroken?.(error)
    const { firstMs, longestMs } = this.#options.waits
    const wait = Math.min(longestMs, firstMs * 2 ** this.#failures)
    this.#failures += 1
    this.#timer = setTimeout(() => void this.#connect(), wait)
    this.#timer.unref()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }
}
