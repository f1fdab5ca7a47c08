import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { FileStore } from '@freeor/storage/ports'
import { toSafeCell } from '../../downloads/safe-cell.ts'
import { type RejectKind, rejectKindOf } from './reject-kind.ts'
import type { Reject } from './scan-options.ts'

/**
 * The CSV of rows that could not be stored: `line,row,reason,raw`, with the mark by which Excel reads UTF-8. Written to
 * the store as it grows. Text cells follow the rule of safe-cell.ts: a rejected row may start like a formula.
 */
export class RejectsFile {
  readonly key: string
  /** The first row that was rejected. */
  first: Reject | undefined
  /** Rows by the kind of their reason. */
  readonly counts = new Map<RejectKind, number>()
  private readonly store: FileStore
  private readonly body = new PassThrough({ highWaterMark: 256 * 1024 })
  private writing: Promise<unknown> | undefined
  private failure: unknown

  constructor(store: FileStore, key: string) {
    this.store = store
    this.key = key
  }

  add(reject: Reject): void {
    const { line, row, reason, raw } = reject
    this.first ??= reject
    this.count(reason)
    this.write(`${line},${row},${quote(reason)},${quote(raw)}\n`)
  }

  /** A row of somebody who has opted out: it names neither the line, which is not known any more, nor what it holds. */
  addOptedOut(row: number): void {
    const reason = 'On the do-not-contact list'
    this.first ??= { line: row, row, reason, raw: '' }
    this.count(reason)
    this.write(`,${row},${quote(reason)},""\n`)
  }

  private count(reason: string): void {
    const kind = rejectKindOf(reason)
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1)
  }

  private write(line: string): void {
    if (!this.writing) {
      this.writing = this.store.write(this.key, this.body).catch((error: unknown) => {
        this.failure = error
        this.body.resume()
      })
      this.body.write('\u{feff}line,row,reason,raw\n')
    }
    this.body.write(line)
  }

  /**
   * Waits until the store has taken most of what was added, so that a file of nothing but rejects does not fill the
   * memory.
   */
  async drained(): Promise<void> {
    while (this.body.writableNeedDrain) await once(this.body, 'drain')
  }

  /** Ends the file; gives its key, or null when nothing was rejected. @throws the store's error. */
  async close(): Promise<string | null> {
    this.body.end()
    await this.writing
    if (this.failure !== undefined) throw this.failure
    return this.first === undefined ? null : this.key
  }

  /** Ends and removes the file of an import that failed. */
  async discard(): Promise<void> {
    this.body.end()
    await this.writing
    if (this.first !== undefined) await this.store.remove(this.key)
  }
}

const quote = (text: string): string => `"${toSafeCell(text).replaceAll('"', '""')}"`
