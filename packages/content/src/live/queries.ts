import type { LiveTopic, NoticeRow, StreamAccess } from '@freeor/accounts/live/ports'
import { isSite } from '@freeor/kernel/site'
import type { Tx } from '@freeor/postgres/database'
import { type BoardKey, readPermissions } from '../boards/queries.ts'
import { asksRoles, type ContentViewer, isGranted, type Permissions } from '../permissions.ts'
import { isCollection } from '../schema.ts'
import { contentEventId, contentTopic } from './content-notices.ts'
import type { ReadRoles } from './ports.ts'

const boardKeyOf = ([site, collection]: NoticeRow): BoardKey | undefined =>
  typeof site === 'string' && isSite(site) && typeof collection === 'string' && isCollection(collection)
    ? { site, collection }
    : undefined

type Changed = { readonly id: string; readonly permissions: Permissions }

/**
 * What streams tell of site documents: whoever may write or delete in a collection is told what changed in it (`content`).
 * The lists are read at that moment, so nobody is told anything after the right was taken away.
 */
export const contentLiveTopic = (db: Tx, readRoles: ReadRoles): LiveTopic => ({
  name: contentTopic,
  async prepare(rows, viewers) {
    const changed: Changed[] = []
    for (const row of rows) {
      const boardKey = boardKeyOf(row)
      if (boardKey)
        changed.push({ id: contentEventId(row), permissions: await readPermissions(db, boardKey) })
    }
    // Roles cost a query for each viewer, and few lists name any.
    const asked = changed.some(({ permissions }) => asksRoles(permissions)) ? viewers : []
    const roles = await readRoles([...new Set(asked.map(({ userId }) => userId))])
    return (viewer) => {
      const ids = changed
        .filter(({ permissions }) => mayEdit(permissions, viewerOf(viewer, roles)))
        .map(({ id }) => id)
      return ids.length > 0 ? [{ event: contentTopic, ids }] : []
    }
  },
})

const mayEdit = (permissions: Permissions, viewer: ContentViewer): boolean =>
  isGranted(permissions, 'write', viewer) || isGranted(permissions, 'delete', viewer)

const viewerOf = (
  { userId, email, superAdmin }: StreamAccess,
  roles: Awaited<ReturnType<ReadRoles>>,
): ContentViewer => ({
  ...{ email, isSuperAdmin: superAdmin },
  ...(roles.get(userId) ?? { isAuthor: false, orgAdminOf: [] }),
})
