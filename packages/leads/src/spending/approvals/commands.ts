import { recordAudit } from '@freeor/accounts/commands'
import { type Acting, actionOf, holdMembership } from '@freeor/accounts/companies/commands'
import { listManagers } from '@freeor/accounts/members/queries'
import { requireRight } from '@freeor/accounts/policy'
import { findMemberScope } from '@freeor/accounts/scope'
import { users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, count, eq, gt, lte } from 'drizzle-orm'
import { lockLeadCustomer } from '../../allowance/commands.ts'
import { type ConfirmOutcome, confirmDownload, hashOf } from '../../downloads/commands.ts'
import { requireDownloadRight } from '../../downloads/policy.ts'
import type { DownloadDeps, DownloadInput } from '../../downloads/ports.ts'
import { priceDownload } from '../../downloads/price-download.ts'
import type { DownloadQuote } from '../../downloads/schema.ts'
import { approvalLimits } from '../limits.ts'
import type { SpendingDeps } from '../ports.ts'
import { getApproval, noSuchApproval } from '../queries.ts'
import { readMemberLimit } from '../require-spending-limit.ts'
import type { DownloadApproval } from '../schema.ts'
import { downloadApprovals } from '../tables.ts'

const DAY_MS = 86_400_000
const { openDays, askedInADay } = approvalLimits

type Deps = DownloadDeps & Pick<SpendingDeps, 'mailApproval'>

export type AskOutcome =
  | { readonly outcome: 'ok'; readonly approval: DownloadApproval }
  | { readonly outcome: Exclude<DownloadQuote['outcome'], 'ok'>; readonly quote: DownloadQuote }

/**
 * Asks the people who manage the account for a download above one's limit, at most at today's price. Nothing is reserved
 * and nothing is frozen: it is counted again when it is approved. The same order asked for again is the same request.
 * @throws AppError conflict for an order that the limit covers, rate_limited after twenty in a day, forbidden for a viewer
 */
export async function askForApproval(
  deps: Deps,
  scope: CompanyScope,
  { input, note }: { readonly input: DownloadInput; readonly note: string },
): Promise<AskOutcome> {
  requireDownloadRight(scope)
  // The price of a quote that was kept may be gone when it is approved.
  const { quote: _, ...order } = input
  const { quote } = await deps.counting.run(
    { key: scope.companyId },
    async () => await priceDownload(deps, scope, order),
  )
  if (quote.outcome !== 'ok') return { outcome: quote.outcome, quote }
  const now = deps.clock.now()
  const { rows, newLeads } = quote
  const approval = await deps.db.transaction(async (tx) => {
    await holdMembership(tx, scope)
    await lockLeadCustomer(tx, scope.companyId, scope.userId)
    const earlier = await findWaiting(tx, scope, { requestHash: hashOf(order), now })
    if (earlier) return earlier
    const member = await readMemberLimit(tx, scope, now)
    if (!member || newLeads <= member.left)
      throw new AppError('conflict', 'Your limit covers this download: it needs no approval.')
    await requireFewAsked(tx, scope, now)
    return await storeRequest(deps, tx, scope, { order, rows, newLeads, note, now })
  })
  return { outcome: 'ok', approval: await getApproval(deps.db, scope, { id: approval, now }) }
}

/** The same order that waits already. One that has expired waits no more. */
async function findWaiting(
  tx: Tx,
  { companyId, userId }: CompanyScope,
  { requestHash, now }: { readonly requestHash: string; readonly now: Date },
): Promise<string | undefined> {
  const isSame = and(
    eq(downloadApprovals.companyId, companyId),
    eq(downloadApprovals.userId, userId),
    eq(downloadApprovals.requestHash, requestHash),
    eq(downloadApprovals.state, 'waiting'),
  )
  await tx
    .update(downloadApprovals)
    .set({ state: 'expired', decidedAt: now })
    .where(and(isSame, lte(downloadApprovals.expiresAt, now)))
  const [row] = await tx.select({ id: downloadApprovals.id }).from(downloadApprovals).where(isSame)
  return row?.id
}

async function requireFewAsked(tx: Tx, { companyId, userId }: CompanyScope, now: Date): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS)
  const [asked] = await tx
    .select({ requests: count() })
    .from(downloadApprovals)
    .where(
      and(
        eq(downloadApprovals.companyId, companyId),
        eq(downloadApprovals.userId, userId),
        gt(downloadApprovals.createdAt, since),
      ),
    )
  if ((asked?.requests ?? 0) >= askedInADay)
    throw new AppError('rate_limited', `You can ask for ${askedInADay} downloads a day.`)
}

type Request = {
  readonly order: DownloadInput
  readonly rows: number
  readonly newLeads: number
  readonly note: string
  readonly now: Date
}

async function storeRequest(
  { mailApproval }: Deps,
  tx: Tx,
  { companyId, userId }: CompanyScope,
  { order, rows, newLeads, note, now }: Request,
): Promise<string> {
  const id = newId('apv')
  const searchName = order.searchName?.trim() || order.dictId
  await tx.insert(downloadApprovals).values({
    ...{ id, companyId, userId, input: order, requestHash: hashOf(order), searchName, rows, newLeads, note },
    ...{ state: 'waiting', createdAt: now, expiresAt: new Date(now.getTime() + openDays * DAY_MS) },
  })
  const [asker] = await tx
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  const by = asker?.name || asker?.email || ''
  const managers = (await listManagers(tx, companyId)).filter(({ email }) => email !== asker?.email)
  const to = managers.map(({ email }) => email)
  await mailApproval(tx, { news: 'asked', to, searchName, newLeads, by, note })
  return id
}

type Approved =
  | Exclude<ConfirmOutcome, { readonly outcome: 'ok' }>
  | { readonly outcome: 'ok'; readonly approval: DownloadApproval }

/**
 * Makes the download in the name of the member who asked, for at most what was asked for. The file is theirs. Approved
 * twice, it is one download.
 * @throws AppError not_found, forbidden for one's own request and without the right, conflict when it is settled, has
 *   expired, would cost more than was asked for, or its member has left
 */
export async function approveDownload(deps: Deps, acting: Acting, id: string): Promise<Approved> {
  const { db, clock } = deps
  const { scope } = acting
  const request = await getDecidable(db, acting, { id, now: clock.now() })
  const member = await findMemberScope(db, { userId: request.uid, companyId: scope.companyId })
  if (!member)
    throw new AppError(
      'conflict',
      'Whoever asked for this download has left the account, or their own is closed.',
    )
  const confirmed = await confirmDownload(deps, member, {
    input: await readOrder(db, id),
    approval: {
      ...{ id, decidedBy: scope.userId },
      onTaken: async (tx) =>
        await tellDecision(deps, tx, { acting, request, decision: { news: 'approved' } }),
    },
  })
  if (confirmed.outcome !== 'ok') return confirmed
  return { outcome: 'ok', approval: await getApproval(db, scope, { id, now: clock.now() }) }
}

/** Refuses a download that waits, and tells the member why. @throws AppError as `approveDownload` */
export async function refuseDownload(
  deps: Pick<Deps, 'db' | 'clock' | 'mailApproval'>,
  acting: Acting,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<DownloadApproval> {
  const now = deps.clock.now()
  return await deps.db.transaction(async (tx) => {
    const request = await getDecidable(tx, acting, { id, now })
    await settle(tx, id, { state: 'refused', decidedAt: now, decidedBy: acting.scope.userId, reason })
    await tellDecision(deps, tx, { acting, request, decision: { news: 'refused', reason } })
    return await getApproval(tx, acting.scope, { id, now })
  })
}

/** Takes one's own request back. @throws AppError not_found, conflict when it is settled */
export async function withdrawRequest(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  scope: CompanyScope,
  id: string,
): Promise<DownloadApproval> {
  const now = clock.now()
  return await db.transaction(async (tx) => {
    const { uid } = await getApproval(tx, scope, { id, now })
    if (uid !== scope.userId) throw noSuchApproval()
    await settle(tx, id, { state: 'withdrawn', decidedAt: now })
    return await getApproval(tx, scope, { id, now })
  })
}

/** A request that the actor may decide on. @throws AppError not_found, forbidden */
async function getDecidable(
  tx: Tx,
  { scope }: Acting,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<DownloadApproval> {
  const request = await getApproval(tx, scope, { id, now })
  requireRight(scope, 'people.manage')
  if (request.uid === scope.userId)
    throw new AppError('forbidden', 'Nobody can approve their own download. Please ask the owner.')
  return request
}

type Decided = Pick<typeof downloadApprovals.$inferInsert, 'state' | 'decidedAt' | 'decidedBy' | 'reason'>

/** Whoever is first decides. @throws AppError conflict */
async function settle(tx: Tx, id: string, decided: Decided): Promise<void> {
  const settled = await tx
    .update(downloadApprovals)
    .set(decided)
    .where(and(eq(downloadApprovals.id, id), eq(downloadApprovals.state, 'waiting')))
    .returning({ id: downloadApprovals.id })
  if (settled.length === 0)
    throw new AppError('conflict', 'This download does not wait for approval any more.')
}

async function readOrder(tx: Tx, id: string): Promise<DownloadInput> {
  const [row] = await tx
    .select({ input: downloadApprovals.input })
    .from(downloadApprovals)
    .where(eq(downloadApprovals.id, id))
  if (!row) throw noSuchApproval()
  return row.input
}

type Told = {
  readonly acting: Acting
  readonly request: DownloadApproval
  readonly decision: { readonly news: 'approved' } | { readonly news: 'refused'; readonly reason: string }
}

async function tellDecision(
  { mailApproval, clock }: Pick<Deps, 'mailApproval' | 'clock'>,
  tx: Tx,
  { acting, request, decision }: Told,
): Promise<void> {
  const { id, email, searchName, newLeads } = request
  await mailApproval(tx, { ...decision, to: [email], searchName, newLeads })
  await recordAudit(tx, {
    ...actionOf(acting, clock.now()),
    ...{
      action: `download.${decision.news}`,
      objectType: 'download_approval',
      objectId: id,
      details: { newLeads },
    },
  })
}
