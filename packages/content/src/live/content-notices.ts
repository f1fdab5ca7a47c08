import type { NoticeRow } from '@freeor/accounts/live/ports'
import type { Site } from '@freeor/kernel/site'
import type { Collection } from '../schema.ts'
import type { ContentLive } from './ports.ts'

/** The topic of site documents and their boards. */
export const contentTopic = 'content'

type Changed = { readonly site: Site; readonly collection: Collection; readonly documentId?: string }

/** Tells the editors of a collection that a document of it changed; without one, the board. Called after the commit. */
export const tellContent = (
  live: ContentLive | undefined,
  { site, collection, documentId = '' }: Changed,
): void =>
  live?.notices.tell(contentTopic, `${site}/${collection}/${documentId}`, () => [
    site,
    collection,
    documentId,
  ])

/** How an event names what changed: `{site}/{collection}`, and the document behind it where one did. */
export const contentEventId = (row: NoticeRow): string => row.filter((part) => part !== '').join('/')
