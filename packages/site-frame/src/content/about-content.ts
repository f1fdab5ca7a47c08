import type { LiveEvent } from '../live/live-channel.ts'

type Place = { readonly site: string; readonly collection: string }

const idsOf = ({ event, ids }: LiveEvent): readonly string[] => (event === 'content' ? ids : [])

/** Whether a live event is about a collection or any document of it. */
export const isAboutBoard = (event: LiveEvent, { site, collection }: Place): boolean =>
  idsOf(event).some((id) => `${id}/`.startsWith(`${site}/${collection}/`))

/** Whether it is about this document. */
export const isAboutDocument = (
  event: LiveEvent,
  { site, collection, id }: Place & { readonly id: string },
): boolean => idsOf(event).includes(`${site}/${collection}/${id}`)
