import { can } from '@freeor/accounts/policy'
import { findMemberScope } from '@freeor/accounts/scope'
import { hashLinkToken } from '@freeor/accounts/signed-values'
import { companies, users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, exists, gt, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { downloads } from '../downloads/tables.ts'
import { savedSearches } from '../saved-searches/tables.ts'
import { requireShareRight, seesAllLinks } from './policy.ts'
import type { NamedShare, SharedWithMe, ShareLink } from './schema.ts'
import { shareLinks, shareVisitors } from './tables.ts'

/** A link with the search that it shows. */
export type FoundLink = {
  readonly link: typeof shareLinks.$inferSelect
  readonly by: string
  /** Who owns the company's account. */
  readonly ownerUserId: string
  readonly searchName: string
  readonly dictId: string
  readonly filter: string
  readonly dslFilter: string
  /** The version of a download; null for a saved search, which is shown as of now. */
  readonly dataVersion: number | null
}

const either = <T>(saved: SQL | typeof savedSearches.dictId, download: SQL | typeof downloads.dictId) =>
  sql<T>`coalesce(${saved}, ${download})`

const columnsOf = {
  link: shareLinks,
  by: users.name,
  ownerUserId: companies.ownerUserId,
  searchName: either<string>(sql`${savedSearches.searchName}`, sql`${downloads.searchName}`),
  dictId: either<string>(savedSearches.dictId, downloads.dictId),
  filter: either<string>(sql`${savedSearches.filter}`, sql`${downloads.filter}`),
  dslFilter: either<string>(sql`${savedSearches.dslFilter}`, sql`${downloads.dslFilter}`),
  dataVersion: downloads.dataVersion,
}

const selectLinks = (tx: Tx) =>
  tx
    .select(columnsOf)
    .from(shareLinks)
    .innerJoin(users, eq(users.id, shareLinks.userId))
    .innerJoin(companies, eq(companies.id, shareLinks.companyId))
    .leftJoin(savedSearches, eq(savedSearches.id, shareLinks.savedSearchId))
    .leftJoin(downloads, eq(downloads.id, shareLinks.downloadId))

/** Not revoked, not expired, and what it shows is not deleted. */
const isThere = (now: Date): SQL | undefined =>
  and(
    isNull(shareLinks.revokedAt),
    gt(shareLinks.expiresAt, now),
    or(isNotNull(shareLinks.downloadId), and(isNotNull(savedSearches.id), isNull(savedSearches.deletedAt))),
  )

/** Has visits left. */
const hasVisits = or(isNull(shareLinks.mostVisits), lt(shareLinks.visits, shareLinks.mostVisits))

export function toShareLink({ link, by, searchName, dictId }: FoundLink): ShareLink {
  const { id, userId, access, mostVisits, visits } = link
  return {
    ...{ id, searchName, dictId, by, access, mostVisits, visits },
    kind: link.downloadId === null ? 'savedSearch' : 'downloadSearch',
    of: link.downloadId ?? link.savedSearchId ?? '',
    uid: userId,
    hasPassword: link.passwordHash !== null,
    lastVisitAt: link.lastVisitAt?.toISOString() ?? null,
    timestamp: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
  }
}

/** Which links the caller sees and ends: the company's for its owner and admins, else their own. */
export const isLinkOf = (scope: CompanyScope): SQL | undefined =>
  and(
    eq(shareLinks.companyId, scope.companyId),
    seesAllLinks(scope) ? undefined : eq(shareLinks.userId, scope.userId),
  )

/** The live links of the company, newest first; for a member their own. @throws AppError `forbidden` for a viewer */
export async function listShareLinks(tx: Tx, scope: CompanyScope, now: Date): Promise<ShareLink[]> {
  requireShareRight(scope)
  const rows = await selectLinks(tx)
    .where(and(isLinkOf(scope), isThere(now), hasVisits))
    .orderBy(desc(shareLinks.createdAt), desc(shareLinks.id))
  return rows.map(toShareLink)
}

/** The live links that the person made, for their personal export. */
export async function listOwnLinks(tx: Tx, scope: CompanyScope, now: Date): Promise<ShareLink[]> {
  const isOwn = and(eq(shareLinks.companyId, scope.companyId), eq(shareLinks.userId, scope.userId))
  const rows = await selectLinks(tx).where(and(isOwn, isThere(now)))
  return rows.map(toShareLink)
}

/** One of the live links that the caller may end. @throws AppError `not_found` */
export async function getShareLink(
  tx: Tx,
  scope: CompanyScope,
  { id, now }: { id: string; now: Date },
): Promise<FoundLink> {
  const [row] = await selectLinks(tx).where(and(eq(shareLinks.id, id), isLinkOf(scope), isThere(now)))
  if (!row) throw new AppError('not_found', 'There is no such link')
  return row
}

/** The one answer for every link that is dead, and for one that never was. */
export const deadLink = () =>
  new AppError('not_found', 'This link does not work any more. Please ask whoever sent it for a new one.')

/** A live link, with the scope of whoever made it: its search is read as they would read it. */
export type LiveLink = FoundLink & { readonly maker: CompanyScope }

/**
 * The live link that is named, whether it has visits left or not.
 * @param userId of the caller, for links that they opened before
 * @throws AppError `not_found`, the same for each way to be dead
 */
export async function getLiveLink(
  tx: Tx,
  named: Pick<NamedShare, 'kind' | 'token' | 'owner' | 'link'>,
  { userId, now }: { userId: string | undefined; now: Date },
): Promise<LiveLink> {
  const isNamed = named.link === undefined ? byAddress(named) : byVisit(tx, named.link, userId)
  if (!isNamed) throw deadLink()
  const isKind = named.kind === 'savedSearch' ? shareLinks.savedSearchId : shareLinks.downloadId
  const [row] = await selectLinks(tx).where(and(isNamed, isNotNull(isKind), isThere(now)))
  const maker = row && (await findMemberScope(tx, row.link))
  if (!row || !maker || !can(maker.role, 'searches.share')) throw deadLink()
  return { ...row, maker }
}

/** By the token, with the owner that the address must name. */
function byAddress({ kind, token, owner }: Pick<NamedShare, 'kind' | 'token' | 'owner'>): SQL | undefined {
  if (token === undefined || owner === undefined) return undefined
  const ownerOf = kind === 'savedSearch' ? savedSearches.userId : companies.ownerUserId
  return and(eq(shareLinks.tokenHash, hashLinkToken(token)), eq(ownerOf, owner))
}

/** By its id, for somebody who opened it at its present address. */
function byVisit(tx: Tx, id: string, userId: string | undefined): SQL | undefined {
  if (userId === undefined) return undefined
  return and(eq(shareLinks.id, id), exists(visitOf(tx, userId)))
}

const visitOf = (tx: Tx, userId: string) =>
  tx
    .select({ linkId: shareVisitors.linkId })
    .from(shareVisitors)
    .where(
      and(
        eq(shareVisitors.linkId, shareLinks.id),
        eq(shareVisitors.userId, userId),
        eq(shareVisitors.turns, shareLinks.turns),
      ),
    )

/** What others shared with a person: live links that they opened, the last one first. */
export async function listSharedWithMe(tx: Tx, userId: string, now: Date): Promise<SharedWithMe[]> {
  const rows = await tx
    .select({ ...columnsOf, lastAt: shareVisitors.lastAt })
    .from(shareVisitors)
    .innerJoin(shareLinks, eq(shareLinks.id, shareVisitors.linkId))
    .innerJoin(users, eq(users.id, shareLinks.userId))
    .innerJoin(companies, eq(companies.id, shareLinks.companyId))
    .leftJoin(savedSearches, eq(savedSearches.id, shareLinks.savedSearchId))
    .leftJoin(downloads, eq(downloads.id, shareLinks.downloadId))
    .where(
      and(
        eq(shareVisitors.userId, userId),
        eq(shareVisitors.turns, shareLinks.turns),
        ne(shareLinks.userId, userId),
        isThere(now),
      ),
    )
    .orderBy(desc(shareVisitors.lastAt))
    .limit(200)
  return rows.map(({ lastAt, ...found }) => {
    const { id, kind, searchName, dictId, by, access, expiresAt } = toShareLink(found)
    return { link: id, kind, searchName, dictId, by, access, expiresAt, lastAt: lastAt.toISOString() }
  })
}
