import type { NoticeRow, Notices } from './ports.ts'

/** What one NOTIFY carries: rows by their topic. */
export type NoticeBatch = {
  readonly rows: Readonly<Record<string, readonly NoticeRow[]>>
  readonly access?: true
}

/** The channel between the processes of an installation. */
export const eventsChannel = 'live_events'

/** What another process sends that changed what somebody may see. */
export const accessNotice = JSON.stringify({ rows: {}, access: true } satisfies NoticeBatch)

/** PostgreSQL refuses payloads of 8,000 bytes; one row takes some 70. */
const rowsInNotice = 100

export type CollectOptions = {
  readonly send: (payload: string) => Promise<void>
  readonly delayMs: number
  readonly onFailed: (error: unknown) => void
}

export type CollectedNotices = Notices & {
  /** Sends what waits. */
  flush(): Promise<void>
}

/**
 * Collects notices for a moment and sends what is different among them, so that many clicks are few notices. A notice
 * that could not be sent is dropped: whoever was away reads again when they are back.
 */
export function collectNotices({ send, delayMs, onFailed }: CollectOptions): CollectedNotices {
  let waiting = new Map<string, Map<string, NoticeRow>>()
  let access = false
  let timer: NodeJS.Timeout | undefined
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const batches: NoticeBatch[] = []
    for (const [topic, keyed] of waiting) {
      const rows = [...keyed.values()]
      for (let from = 0; from < rows.length; from += rowsInNotice)
        batches.push({ rows: { [topic]: rows.slice(from, from + rowsInNotice) } })
    }
    if (access) batches.push({ rows: {}, access })
    waiting = new Map()
    access = false
    for (const batch of batches) await send(JSON.stringify(batch)).catch(onFailed)
  }
  return {
    tell(topic, key, row) {
      const keyed = waiting.get(topic) ?? new Map<string, NoticeRow>()
      waiting.set(topic, keyed.set(key, row(keyed.get(key))))
      timer ??= setTimeout(() => void flush(), delayMs)
    },
    tellAccess() {
      access = true
      // Not collected: access that was taken away ends at once.
      void flush()
    },
    flush,
  }
}

/** @returns undefined for what is no notice of ours */
export function readBatch(payload: string): NoticeBatch | undefined {
  try {
    const read = JSON.parse(payload) as NoticeBatch
    return typeof read.rows === 'object' && read.rows !== null ? read : undefined
  } catch {
    return undefined
  }
}
