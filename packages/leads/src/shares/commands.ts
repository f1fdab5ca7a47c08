import { recordAudit } from '@freeor/accounts/commands'
import { holdMembership } from '@freeor/accounts/companies/commands'
import type { PasswordHasher } from '@freeor/accounts/ports'
import { hashLinkToken } from '@freeor/accounts/signed-values'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import { newId, newSecret } from '@freeor/kernel/ids'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gt, isNull, lt, or } from 'drizzle-orm'
import { downloads } from '../downloads/tables.ts'
import { isCompanyOnly } from '../query/company-only.ts'
import { getOwnSearch } from '../saved-searches/queries.ts'
import { shareLimits } from './limits.ts'
import { readSharePolicy } from './policies/queries.ts'
import { requireShareRight } from './policy.ts'
import { getShareLink, isLinkOf, toShareLink } from './queries.ts'
import type { NewShareLink, ShareLink } from './schema.ts'
import { shareAddress } from './share-address.ts'
import { shareLinks } from './tables.ts'

const DAY_MS = 86_400_000
/** 128 random bits. */
const tokenBytes = 16

export type ShareDeps = {
  readonly db: Tx
  readonly clock: Clock
  readonly hasher: Pick<PasswordHasher, 'hash'>
}

/** A link, and the path of its address, which can never be read again. */
export type AddressedLink = { readonly link: ShareLink; readonly path: string }

/**
 * Makes a link to a saved search of the caller, or to the search of one of the company's downloads.
 * @throws AppError `not_found`; `forbidden` for a viewer; `invalid_request` for more days than the company allows;
 *   `conflict` when the company has 1,000 live links
 */
export async function createShareLink(
  { db, clock, hasher }: ShareDeps,
  scope: CompanyScope,
  { kind, id: of, access, days, password, mostVisits }: NewShareLink,
): Promise<AddressedLink> {
  requireShareRight(scope)
  const now = clock.now()
  // Before the transaction: hashing may wait for its turn among logins.
  const passwordHash = password === undefined ? null : await hasher.hash(password)
  const id = newId('shr')
  const token = newSecret(tokenBytes)
  return await db.transaction(async (tx) => {
    await holdMembership(tx, scope)
    if (kind === 'savedSearch') requireShareable((await getOwnSearch(tx, scope, of)).queryUrl)
    else requireShareable(await getDownloadSearch(tx, scope, of))
    await requireRoom(tx, scope, now)
    const life = await readLife(tx, scope, days)
    await tx.insert(shareLinks).values({
      ...{ id, companyId: scope.companyId, userId: scope.userId, access, passwordHash },
      savedSearchId: kind === 'savedSearch' ? of : null,
      downloadId: kind === 'downloadSearch' ? of : null,
      tokenHash: hashLinkToken(token),
      mostVisits: mostVisits ?? null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + life * DAY_MS),
    })
    await recordLink(tx, scope, { action: 'share_link.created', id, now, details: { kind, of, access } })
    return await addressOf(tx, scope, { id, token, now })
  })
}

type LinkAction = {
  readonly action: `share_link.${string}`
  readonly id: string
  readonly now: Date
  readonly details?: Readonly<Record<string, unknown>>
}

async function recordLink(
  tx: Tx,
  scope: CompanyScope,
  { id, details = {}, ...rest }: LinkAction,
): Promise<void> {
  const { companyId, userId: actorUserId } = scope
  await recordAudit(tx, {
    ...rest,
    ...{ actorUserId, companyId, objectType: 'share_link', objectId: id, details },
  })
}

async function getDownloadSearch(
  tx: Tx,
  { companyId }: CompanyScope,
  id: string,
): Promise<{ filter: string }> {
  const isIt = and(eq(downloads.id, id), eq(downloads.companyId, companyId))
  const [found] = await tx.select({ filter: downloads.filter }).from(downloads).where(isIt)
  if (!found) throw new AppError('not_found', 'There is no such download')
  return found
}

/** @throws AppError invalid_request for a search that would tell others whom the company deals with */
function requireShareable({ filter }: { filter: string }): void {
  if (isCompanyOnly(filter))
    throw new AppError(
      'invalid_request',
      'A search by a list, a status or a note of your own cannot be shared with others',
    )
}

async function requireRoom(tx: Tx, { companyId }: CompanyScope, now: Date): Promise<void> {
  const isLive = and(
    eq(shareLinks.companyId, companyId),
    isNull(shareLinks.revokedAt),
    gt(shareLinks.expiresAt, now),
  )
  if ((await tx.$count(shareLinks, isLive)) >= shareLimits.links)
    throw new AppError('conflict', 'Your company has very many live links: end some first')
}

/** Days that a new link lives. @throws AppError `invalid_request` for more than the company allows */
async function readLife(tx: Tx, scope: CompanyScope, days: number | undefined): Promise<number> {
  const { mostDays } = await readSharePolicy(tx, scope)
  if (days === undefined) return Math.min(shareLimits.days.unlessTold, mostDays)
  if (days > mostDays)
    throw new AppError('invalid_request', `Links of your company live ${mostDays} days at most`, {
      details: { field: 'days', mostDays },
    })
  return days
}

type Made = { readonly id: string; readonly token: string; readonly now: Date }

async function addressOf(tx: Tx, scope: CompanyScope, { id, token, now }: Made): Promise<AddressedLink> {
  const found = await getShareLink(tx, scope, { id, now })
  const link = toShareLink(found)
  const owner = link.kind === 'savedSearch' ? link.uid : found.ownerUserId
  return { link, path: shareAddress(link.kind, token, owner) }
}

/**
 * Gives a link a new address: the old one is dead at once, also for those who had opened it. Its limits, and the visits
 * that were counted, stay.
 * @throws AppError `not_found`, also for another member's link unless the caller manages people
 */
export async function turnShareLink(
  { db, clock }: { readonly db: Tx; readonly clock: Clock },
  scope: CompanyScope,
  id: string,
): Promise<AddressedLink> {
  requireShareRight(scope)
  const now = clock.now()
  const token = newSecret(tokenBytes)
  return await db.transaction(async (tx) => {
    await tx.select({ id: shareLinks.id }).from(shareLinks).where(eq(shareLinks.id, id)).for('update')
    const { link } = await getShareLink(tx, scope, { id, now })
    await tx
      .update(shareLinks)
      .set({ tokenHash: hashLinkToken(token), turns: link.turns + 1 })
      .where(eq(shareLinks.id, id))
    await recordLink(tx, scope, { action: 'share_link.turned', id, now })
    return await addressOf(tx, scope, { id, token, now })
  })
}

type Ending = { readonly db: Tx; readonly clock: Clock }

/** Ends a link for good. @throws AppError `not_found`, also for another member's unless the caller manages people */
export async function revokeShareLink({ db, clock }: Ending, scope: CompanyScope, id: string): Promise<void> {
  requireShareRight(scope)
  const now = clock.now()
  const isIt = and(eq(shareLinks.id, id), isLinkOf(scope), isNull(shareLinks.revokedAt))
  await db.transaction(async (tx) => {
    const { rowCount } = await tx.update(shareLinks).set({ revokedAt: now }).where(isIt)
    if (!rowCount) throw new AppError('not_found', 'There is no such link')
    await recordLink(tx, scope, { action: 'share_link.revoked', id, now })
  })
}

/** Ends every live link that the caller sees. @returns how many */
export async function revokeShareLinks({ db, clock }: Ending, scope: CompanyScope): Promise<number> {
  requireShareRight(scope)
  const now = clock.now()
  const isLive = and(isLinkOf(scope), isNull(shareLinks.revokedAt), gt(shareLinks.expiresAt, now))
  return await db.transaction(async (tx) => {
    const ended = await tx
      .update(shareLinks)
      .set({ revokedAt: now })
      .where(isLive)
      .returning({ id: shareLinks.id })
    for (const { id } of ended) await recordLink(tx, scope, { action: 'share_link.revoked', id, now })
    return ended.length
  })
}

/** How long a dead link is remembered: long enough to see what had been shared. */
const rememberedMs = 90 * DAY_MS

/** Deletes links that have long been dead; for a daily job. */
export async function forgetShareLinks(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - rememberedMs)
  await tx.delete(shareLinks).where(or(lt(shareLinks.expiresAt, before), lt(shareLinks.revokedAt, before)))
}
