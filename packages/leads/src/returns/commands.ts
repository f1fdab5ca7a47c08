import { users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import { openLimiter } from '@freeor/kernel/limiter'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, count, eq, inArray, ne } from 'drizzle-orm'
import { lockLeadCustomer } from '../allowance/commands.ts'
import { refundPart } from '../allowance/reservations/commands.ts'
import { requireDownloadRight } from '../downloads/policy.ts'
import { getReadyRow } from '../downloads/queries.ts'
import { leadsLimits } from '../limits.ts'
import { reportReturned } from '../reports/report-returned.ts'
import { checkEmails } from './check-contacts.ts'
import { type FoundLead, findFileLeads } from './find-file-leads.ts'
import type { ReturnDeps } from './ports.ts'
import type { ReturnAnswer } from './schema.ts'
import { type ReturnCause, returnedLeads } from './tables.ts'

type ReadyFile = Awaited<ReturnType<typeof getReadyRow>>

export type Returning = {
  readonly downloadId: string
  readonly contacts: readonly string[]
  readonly problem: string
  readonly device: string
}

type Judged = FoundLead & { readonly cause: ReturnCause | undefined }

const dayMs = 86_400_000
const returning = openLimiter(leadsLimits.returns)

/**
 * Takes back leads of a company's own file that do not work. What a rule finds to be bad is given back at once, as a lot,
 * up to a share of the file; the rest goes to a super admin as a report. The company keeps owning all of them.
 * @throws AppError not_found, also for another company's file; forbidden for a viewer; conflict after the term, for a file
 *   that is not ready, and for one that was refunded as a whole
 */
export async function returnLeads(
  deps: ReturnDeps,
  scope: CompanyScope,
  input: Returning,
): Promise<ReturnAnswer> {
  requireDownloadRight(scope)
  const file = await getReadyRow(deps.db, scope, input.downloadId)
  requireTerm(deps, file)
  return await returning.run({ key: scope.companyId }, async () => {
    const contacts = [...new Set(input.contacts)]
    const { leads, unknown } = await findFileLeads(deps, file, contacts)
    const causes = await checkEmails(
      deps,
      leads.flatMap(({ emails }) => emails),
    )
    const judged = leads.map((lead): Judged => {
      const found = lead.emails.flatMap((email) => causes.get(email) ?? [])
      return { ...lead, cause: found[0] }
    })
    return await deps.db.transaction(async (tx) => {
      await lockLeadCustomer(tx, scope.companyId, scope.userId)
      return { ...(await record(deps, tx, { scope, file, judged, input })), unknown }
    })
  })
}

function requireTerm({ clock, rules }: ReturnDeps, { readyAt }: ReadyFile): void {
  if (clock.now().getTime() > readyAt.getTime() + rules.days * dayMs)
    throw new AppError(
      'conflict',
      `Leads can be sent back for ${rules.days} days after their file was ready.`,
    )
}

type Recording = {
  readonly scope: CompanyScope
  readonly file: ReadyFile
  readonly judged: readonly Judged[]
  readonly input: Returning
}

/** Under the lock of the customer, so that of parallel returns each lead is in one, and all share what may come back. */
async function record(
  deps: ReturnDeps,
  tx: Tx,
  recording: Recording,
): Promise<Omit<ReturnAnswer, 'unknown'>> {
  const { file, judged } = recording
  const known = await listReturnedOf(tx, file, judged)
  const fresh = judged.filter(({ leadId }) => !known.has(leadId))
  const others = await countCompanies(tx, file, fresh)
  const decided = fresh.map((lead) => {
    const companies = 1 + (others.get(lead.leadId) ?? 0)
    const bySeveral = companies >= deps.rules.companies ? ('several_companies' as const) : undefined
    return { ...lead, cause: lead.cause ?? bySeveral }
  })
  const bad = decided.filter(({ cause }) => cause !== undefined)
  const room = await roomOf(tx, deps, file)
  const refunded = bad.slice(0, room)
  const open = decided.filter(({ cause }) => cause === undefined)
  await giveBack(deps, tx, recording, refunded)
  await leaveOpen(deps, tx, recording, open)
  const answer = {
    ...{ refunded: refunded.length, open: open.length, before: judged.length - fresh.length },
    overShare: bad.length - refunded.length,
  }
  if (fresh.length > 0) await tell(deps, tx, recording, answer)
  return answer
}

async function listReturnedOf(
  tx: Tx,
  { companyId, datasetNo }: ReadyFile,
  leads: readonly FoundLead[],
): Promise<ReadonlySet<string>> {
  if (leads.length === 0) return new Set()
  const rows = await tx
    .select({ leadId: returnedLeads.leadId })
    .from(returnedLeads)
    .where(
      and(
        eq(returnedLeads.companyId, companyId),
        eq(returnedLeads.datasetNo, datasetNo),
        inArray(
          returnedLeads.leadId,
          leads.map(({ leadId }) => leadId),
        ),
      ),
    )
  return new Set(rows.map(({ leadId }) => leadId))
}

/** How many other companies sent each lead back, those left out whom a super admin refused. */
async function countCompanies(
  tx: Tx,
  { companyId, datasetNo }: ReadyFile,
  leads: readonly FoundLead[],
): Promise<ReadonlyMap<string, number>> {
  if (leads.length === 0) return new Map()
  const rows = await tx
    .select({ leadId: returnedLeads.leadId, companies: count() })
    .from(returnedLeads)
    .where(
      and(
        eq(returnedLeads.datasetNo, datasetNo),
        ne(returnedLeads.companyId, companyId),
        ne(returnedLeads.state, 'refused'),
        inArray(
          returnedLeads.leadId,
          leads.map(({ leadId }) => leadId),
        ),
      ),
    )
    .groupBy(returnedLeads.leadId)
  return new Map(rows.map(({ leadId, companies }) => [leadId, companies]))
}

/** How many leads of the file rules may still give back. */
async function roomOf(tx: Tx, { rules }: ReturnDeps, { id, newLeads }: ReadyFile): Promise<number> {
  const [row] = await tx
    .select({ refunded: count() })
    .from(returnedLeads)
    .where(and(eq(returnedLeads.downloadId, id), eq(returnedLeads.state, 'refunded')))
  return Math.max(0, Math.floor((newLeads * rules.percent) / 100) - (row?.refunded ?? 0))
}

const keyOf = ({ companyId, datasetNo, id: downloadId }: ReadyFile, { leadId, contact }: FoundLead) => ({
  ...{ companyId, datasetNo, leadId, downloadId, contact },
})

async function giveBack(
  { clock }: ReturnDeps,
  tx: Tx,
  { scope, file }: Recording,
  leads: readonly Judged[],
): Promise<void> {
  if (leads.length === 0) return
  const now = clock.now()
  const rows = leads.map((lead) => ({
    ...keyOf(file, lead),
    ...{ state: 'refunded' as const, cause: lead.cause ?? null, createdAt: now, decidedAt: now },
  }))
  await tx.insert(returnedLeads).values(rows)
  const part = { downloadId: file.id, partId: newId('ret'), amount: leads.length }
  await refundPart(tx, { ...part, userId: scope.userId, reason: 'Leads sent back', now })
}

async function leaveOpen(
  { clock }: ReturnDeps,
  tx: Tx,
  { scope, file, input }: Recording,
  leads: readonly Judged[],
): Promise<void> {
  if (leads.length === 0) return
  const now = clock.now()
  const { problem, device } = input
  const reportId = await reportReturned(tx, scope, { file, problem, device, leads: leads.length, now })
  const rows = leads.map((lead) => ({
    ...keyOf(file, lead),
    ...{ state: 'open' as const, cause: null, reportId, createdAt: now, decidedAt: null },
  }))
  await tx.insert(returnedLeads).values(rows)
}

const counted = (leads: number, one: string, many: string) =>
  leads === 0 ? [] : [leads === 1 ? `1 lead ${one}` : `${leads.toLocaleString('en-US')} leads ${many}`]

async function tell(
  { mailReporter }: ReturnDeps,
  tx: Tx,
  { scope, file }: Recording,
  { refunded, open, before, overShare }: Omit<ReturnAnswer, 'unknown'>,
): Promise<void> {
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, scope.userId))
  if (!person) return
  const lines = [
    ...counted(open, 'is looked at by a person.', 'are looked at by a person.'),
    ...counted(before, 'was sent back before.', 'were sent back before.'),
    ...counted(overShare, 'is beyond what comes back by itself.', 'are beyond what comes back by itself.'),
  ]
  await mailReporter(tx, {
    ...{ to: person.email, searchName: file.searchName, isClosed: false },
    answer: lines.join(' ') || undefined,
    refunded: refunded === 0 ? undefined : refunded,
  })
}

/**
 * Decides the leads of a report that no rule decided: gives them back, or not. Under the report's lock.
 * @returns how many were given back
 * @throws AppError conflict when none is open any more, and for a file that was refunded as a whole
 */
export async function decideReturned(
  tx: Tx,
  { reportId, isRefunded, userId, now }: { reportId: string; isRefunded: boolean; userId: string; now: Date },
): Promise<number> {
  const decided = await tx
    .update(returnedLeads)
    .set({ state: isRefunded ? 'refunded' : 'refused', decidedAt: now })
    .where(and(eq(returnedLeads.reportId, reportId), eq(returnedLeads.state, 'open')))
    .returning({ downloadId: returnedLeads.downloadId })
  const [first] = decided
  if (!isRefunded) return 0
  if (!first) throw new AppError('conflict', 'The leads of this report are decided already.')
  const part = { downloadId: first.downloadId, partId: newId('ret'), amount: decided.length }
  await refundPart(tx, { ...part, userId, reason: `Report ${reportId}`, now })
  return decided.length
}
