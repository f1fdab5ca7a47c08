import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, gt, inArray, sum } from 'drizzle-orm'
import { promoDays } from './limits.ts'
import type { Promo } from './schema.ts'
import { promos } from './tables.ts'

const DAY_MS = 86_400_000
const SHOWN = 200

/** What the person earned for their account, newest first, at most 200. */
export async function listPromos(tx: Tx, { companyId, userId }: CompanyScope): Promise<Promo[]> {
  const rows = await tx
    .select()
    .from(promos)
    .where(and(eq(promos.companyId, companyId), eq(promos.userId, userId)))
    .orderBy(desc(promos.createdAt), desc(promos.id))
    .limit(SHOWN)
  return rows.map((row) => ({
    ...{ timestamp: row.createdAt.toISOString(), type: row.type, code: row.code },
    details: { value: row.value, type: 'leads' as const, emails: [...row.emails] },
    ...{ uid: row.userId, email: row.email },
  }))
}

/** Free leads that an account got within the month that ends now. */
export async function sumRecentPromos(tx: Tx, companyId: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - promoDays * DAY_MS)
  const [row] = await tx
    .select({ all: sum(promos.value) })
    .from(promos)
    .where(and(eq(promos.companyId, companyId), gt(promos.createdAt, since)))
  return Number(row?.all ?? 0)
}

/** How many promo records a message has earned: mails that were accepted later make another one. */
export const countPromos = async (tx: Tx, emailId: string): Promise<number> =>
  await tx.$count(promos, eq(promos.emailId, emailId))

/** The free leads that messages have earned, by the message's id. */
export async function sumPromosOf(tx: Tx, emailIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (emailIds.length === 0) return new Map()
  const rows = await tx
    .select({ emailId: promos.emailId, all: sum(promos.value) })
    .from(promos)
    .where(inArray(promos.emailId, [...emailIds]))
    .groupBy(promos.emailId)
  return new Map(rows.map(({ emailId, all }) => [emailId, Number(all)]))
}
