import type { Auth } from '@freeor/accounts/ports'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm'
import { shareLimits } from '../limits.ts'
import { deadLink, type LiveLink } from '../queries.ts'
import type { NamedShare, SharedSearchAnswer } from '../schema.ts'
import { shareLinks, shareVisitors } from '../tables.ts'
import { makePass } from '../visit-pass.ts'
import { checkLink, type LookDeps, toAnswer } from './queries.ts'

/**
 * Checks the password of a visit. Tries are counted for each link, so that they end however many addresses they come
 * from.
 * @throws AppError `forbidden` for a wrong one, `rate_limited` after ten in a quarter of an hour
 */
async function requirePassword(
  { hasher, limiter }: Pick<Auth, 'hasher' | 'limiter'>,
  { link: { id, passwordHash } }: LiveLink,
  password: string | undefined,
): Promise<void> {
  if (passwordHash === null) return
  const { max, seconds } = shareLimits.passwordAttempts
  if (password !== undefined)
    await limiter.require([{ name: 'share-password', subject: id, limit: { max, seconds } }])
  if (password === undefined || !(await hasher.verify({ hash: passwordHash, password })))
    throw new AppError('forbidden', 'That is not the password of this link', {
      details: { field: 'password' },
    })
}

/**
 * Counts one visit and remembers who came, where they are signed in.
 * @throws AppError `not_found` once the link is dead or its visits are used up: of two last ones that come at the same
 *   time one is refused
 */
async function countVisit(
  tx: Tx,
  { link: { id, turns } }: LiveLink,
  { userId, now }: { readonly userId: string | undefined; readonly now: Date },
): Promise<void> {
  const isOpen = and(
    eq(shareLinks.id, id),
    eq(shareLinks.turns, turns),
    isNull(shareLinks.revokedAt),
    gt(shareLinks.expiresAt, now),
    or(isNull(shareLinks.mostVisits), lt(shareLinks.visits, shareLinks.mostVisits)),
  )
  const { rowCount } = await tx
    .update(shareLinks)
    .set({ visits: sql`${shareLinks.visits} + 1`, lastVisitAt: now })
    .where(isOpen)
  if (!rowCount) throw deadLink()
  if (userId === undefined) return
  await tx
    .insert(shareVisitors)
    .values({ linkId: id, userId, turns, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [shareVisitors.linkId, shareVisitors.userId],
      set: { turns, lastAt: now },
    })
}

export type VisitDeps = LookDeps & { readonly auth: Pick<Auth, 'hasher' | 'limiter'> }

/**
 * Counts a visit and shows the search. The maker's own is not counted, nor is one that shows the pass of a visit that
 * was.
 * @throws AppError `not_found` for a dead link, `forbidden` for a wrong password, `rate_limited` after too many
 */
export async function visitShare(
  deps: VisitDeps,
  named: NamedShare,
  { userId, password }: { readonly userId: string | undefined; readonly password: string | undefined },
): Promise<SharedSearchAnswer> {
  const { found, isOwn, isCounted } = await checkLink(deps, named, userId)
  const shown = { found, isOwn, mayLook: true }
  if (isOwn || isCounted) return await toAnswer(deps, { ...shown, pass: named.pass ?? null })
  await requirePassword(deps.auth, found, password)
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => await countVisit(tx, found, { userId, now }))
  return await toAnswer(deps, { ...shown, pass: makePass(deps.secret, found.link, now) })
}

/** Takes a link out of a person's list. @throws AppError `not_found` */
export async function forgetVisit(tx: Tx, userId: string, linkId: string): Promise<void> {
  const isIt = and(eq(shareVisitors.linkId, linkId), eq(shareVisitors.userId, userId))
  const { rowCount } = await tx.delete(shareVisitors).where(isIt)
  if (!rowCount) throw new AppError('not_found', 'There is no such shared search')
}
