import { holdMembership } from '@freeor/accounts/companies/commands'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { getDataset } from '../dictionaries/queries.ts'
import { requireSaveRight } from '../saved-searches/policy.ts'
import { getSavedSearch } from '../saved-searches/queries.ts'
import { listAlerts } from './queries.ts'
import type { AlertRhythm, SearchAlert } from './schema.ts'
import { readAlertToken } from './stop-token.ts'
import { searchAlerts } from './tables.ts'

type Deps = { readonly db: Tx; readonly clock: Clock }

/**
 * Tells the person from now on what is new in a saved search: one of theirs, or one that the company sees. Another
 * rhythm keeps what has not been told yet.
 * @throws AppError `not_found`, `forbidden` for a viewer
 */
export async function setAlert(
  { db, clock }: Deps,
  scope: CompanyScope,
  { searchId, rhythm }: { readonly searchId: string; readonly rhythm: AlertRhythm },
): Promise<SearchAlert> {
  requireSaveRight(scope)
  const { searchName, queryUrl } = await getSavedSearch(db, scope, searchId)
  const { dictionary } = await getDataset(db, queryUrl.dictId)
  const { userId, companyId } = scope
  const [row] = await db.transaction(async (tx) => {
    await holdMembership(tx, scope)
    return await tx
      .insert(searchAlerts)
      .values({
        ...{ searchId, userId, companyId, rhythm },
        ...{ evaluatedVersion: dictionary.version, createdAt: clock.now() },
      })
      .onConflictDoUpdate({
        target: [searchAlerts.searchId, searchAlerts.userId],
        set: { rhythm, companyId },
      })
      .returning()
  })
  if (!row) throw new AppError('internal', 'The alert was not stored')
  return { searchId, searchName, rhythm, timestamp: row.createdAt.toISOString() }
}

const isAlert = (userId: string, searchId: string) =>
  and(eq(searchAlerts.searchId, searchId), eq(searchAlerts.userId, userId))

/** Ends what the person is told of one search. @throws AppError `not_found` where they are told nothing of it */
export async function endAlert(
  tx: Tx,
  { userId }: Pick<CompanyScope, 'userId'>,
  searchId: string,
): Promise<void> {
  const { rowCount } = await tx.delete(searchAlerts).where(isAlert(userId, searchId))
  if (!rowCount) throw new AppError('not_found', 'There is no such alert')
}

/** Ends the alerts of a member who leaves a company. */
export async function endAlertsOf(
  tx: Tx,
  { userId, companyId }: { readonly userId: string; readonly companyId?: string },
): Promise<void> {
  const ofCompany = companyId === undefined ? undefined : eq(searchAlerts.companyId, companyId)
  await tx.delete(searchAlerts).where(and(eq(searchAlerts.userId, userId), ofCompany))
}

/** Whose alerts the link in a mail is about. @throws AppError `not_found` for a link that is not ours */
function getTokenUser(secret: string, token: string): string {
  const userId = readAlertToken(secret, token)
  if (userId === undefined)
    throw new AppError(
      'not_found',
      'This link does not work. You can end your alerts beside your saved searches.',
    )
  return userId
}

/** The alerts that a link in a mail can end; it changes nothing. @throws AppError `not_found` */
export async function openAlertStop(tx: Tx, secret: string, token: string): Promise<SearchAlert[]> {
  return await listAlerts(tx, { userId: getTokenUser(secret, token) })
}

/**
 * Ends one alert, or all of them, by the link in a mail; nobody has to be signed in. Idempotent.
 * @returns those that go on
 * @throws AppError `not_found` for a link that is not ours
 */
export async function stopAlerts(
  tx: Tx,
  secret: string,
  { token, searchId }: { readonly token: string; readonly searchId?: string | undefined },
): Promise<SearchAlert[]> {
  const userId = getTokenUser(secret, token)
  if (searchId === undefined) await endAlertsOf(tx, { userId })
  else await tx.delete(searchAlerts).where(isAlert(userId, searchId))
  return await listAlerts(tx, { userId })
}
