import { companyMembers } from '@freeor/accounts/tables'
import { newId } from '@freeor/kernel/ids'
import { downloadRequest } from '@freeor/leads/downloads/schema'
import { downloadApprovals, spendingLimits } from '@freeor/leads/spending/tables'
import { and, eq, ne } from 'drizzle-orm'
import { firmsDictId } from './firms.ts'
import type { Person } from './people.ts'
import type { TestSystem } from './test-system.ts'

/** A download that the person asked for and that waits. */
export async function addApprovalOf(
  { deps: { db, clock } }: TestSystem,
  { userId, companyId }: Pick<Person, 'userId' | 'companyId'>,
): Promise<string> {
  const [id, now] = [newId('apv'), clock.now()]
  await db.insert(downloadApprovals).values({
    ...{ id, companyId, userId, input: downloadRequest.parse({ dictId: firmsDictId, limit: 1 }) },
    ...{ requestHash: id, searchName: 'One firm', rows: 1, newLeads: 1, note: '', state: 'waiting' },
    ...{ createdAt: now, expiresAt: new Date(now.getTime() + 86_400_000) },
  })
  return id
}

/** A download that waits for the person: a colleague asked for it, or they did where they have none. */
export async function addApprovalFor(system: TestSystem, { userId, companyId }: Person): Promise<string> {
  const isColleague = and(
    eq(companyMembers.companyId, companyId),
    ne(companyMembers.userId, userId),
    ne(companyMembers.role, 'viewer'),
  )
  const [colleague] = await system.deps.db
    .select({ userId: companyMembers.userId })
    .from(companyMembers)
    .where(isColleague)
    .limit(1)
  return await addApprovalOf(system, { companyId, userId: colleague?.userId ?? userId })
}

/** The person may take no more new leads. */
export async function limitToNothing(
  { deps: { db, clock } }: TestSystem,
  { userId, companyId }: Person,
): Promise<void> {
  await db
    .insert(spendingLimits)
    .values({ companyId, userId, leads: 0, changedAt: clock.now() })
    .onConflictDoUpdate({ target: [spendingLimits.companyId, spendingLimits.userId], set: { leads: 0 } })
}

/** Nobody of the person's company has a limit, or waits. */
export async function clearSpending({ deps: { db } }: TestSystem, { companyId }: Person): Promise<void> {
  await db.delete(spendingLimits).where(eq(spendingLimits.companyId, companyId))
  await db.delete(downloadApprovals).where(eq(downloadApprovals.companyId, companyId))
}

/** The membership of a person in their company. */
export async function memberIdOf(
  { deps: { db } }: TestSystem,
  { userId, companyId }: Person,
): Promise<string> {
  const isThem = and(eq(companyMembers.userId, userId), eq(companyMembers.companyId, companyId))
  const [row] = await db.select({ id: companyMembers.id }).from(companyMembers).where(isThem)
  return row?.id ?? ''
}
