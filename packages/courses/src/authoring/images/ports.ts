import type { Database } from '@freeor/postgres/database'
import type { PictureDeps } from '@freeor/storage/pictures/take-picture'

export type ImageDeps = PictureDeps & {
  readonly db: Database
  readonly files: {
    /** Nothing happens where there is no such file. */
    remove(key: string): Promise<void>
  }
}
