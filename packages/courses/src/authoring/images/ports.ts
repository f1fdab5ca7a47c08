import type { Readable } from 'node:stream'
import type { Limiter } from '@freeor/kernel/limiter'
import type { Database } from '@freeor/postgres/database'

export type ImageDeps = {
  readonly db: Database
  readonly files: {
    /** Stores the whole body or nothing. */
    write(key: string, body: Readable): Promise<unknown>
    /** Nothing happens where there is no such file. */
    remove(key: string): Promise<void>
  }
  /** Pictures that are read at the same time. */
  readonly images: Pick<Limiter, 'run'>
}
