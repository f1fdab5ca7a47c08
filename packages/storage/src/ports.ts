import type { Readable } from 'node:stream'

/** What a written file holds: its size in bytes and the SHA-256 of its content, lower-case hex. */
export type WrittenFile = { readonly bytes: number; readonly sha256: string }

export type StoredFile = { readonly key: string; readonly bytes: number; readonly modifiedAt: Date }

/**
 * Files by key, e.g. `downloads/dl_x/leads.csv`. Every method throws AppError `bad_request` for a key that breaks
 * the rule of `key.ts`, and `unavailable` when the store does not answer.
 */
export interface FileStore {
  /**
   * Stores the whole body or nothing: a reader sees the old file until the new one is complete and durable.
   * @throws the error of `body`.
   */
  write(key: string, body: Readable): Promise<WrittenFile>
  /**
   * The file's content, or the bytes `start` to `end`, both included, as in an HTTP range.
   * @throws AppError `not_found`; `range_not_satisfiable` when `start` is past the end or after `end`.
   */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  stat(key: string): Promise<{ bytes: number; modifiedAt: Date } | undefined>
  /** Removes the file; does nothing when it is not there. */
  remove(key: string): Promise<void>
  /** Files whose key starts with `prefix` (any text, not only a folder), in the order of their keys. */
  list(prefix: string): AsyncIterable<StoredFile>
}
