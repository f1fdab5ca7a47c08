import type { Site } from '@freeor/kernel/site'
import type { PictureDeps } from '@freeor/storage/pictures/take-picture'
import type { FileStore } from '@freeor/storage/ports'
import type { ContentDeps } from '../boards/commands.ts'
import type { Permissions } from '../permissions.ts'
import type { Collection } from '../schema.ts'

export type SiteArchiveDeps = ContentDeps & {
  readonly files: FileStore
  readonly images: PictureDeps['images']
}

export type ArchivedBoard = {
  readonly name: string
  readonly description: string
  readonly themeColor: string
  readonly favorite: boolean
  /** When it was archived. */
  readonly archived: string | null
  readonly permissions: Permissions
}

/** A document as it stands in a package: no id, and no date but that of the archive. */
export type ArchivedDocument = {
  readonly key: string | null
  readonly name: string
  readonly description: string
  readonly themeColor: string
  readonly favorite: boolean
  readonly archived: string | null
  readonly data: Readonly<Record<string, unknown>>
}

export type ArchivedCollection = {
  readonly collection: Collection
  readonly board: ArchivedBoard | null
  readonly documents: readonly ArchivedDocument[]
}

export type ArchivedSite = { readonly site: Site; readonly collections: readonly ArchivedCollection[] }
