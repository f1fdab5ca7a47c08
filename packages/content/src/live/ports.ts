import type { Notices } from '@freeor/accounts/live/ports'

/** What viewers are told of, after the commit. */
export type ContentLive = { readonly notices: Pick<Notices, 'tell'> }

/** What permission lists ask about users besides who they are, by user. */
export type ReadRoles = (
  userIds: readonly string[],
) => Promise<ReadonlyMap<string, { readonly isAuthor: boolean; readonly orgAdminOf: readonly string[] }>>
