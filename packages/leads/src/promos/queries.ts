import { companies } from '@freeor/accounts/tables'
import type { CompanyScope, SuperAdminScope } from '@freeor/kernel/scope'
import { containing } from '@freeor/postgres/containing'
import type { Tx } from '@freeor/postgres/database'
import { and, desc, eq, gt, ilike, inArray, or, sql, sum } from 'drizzle-orm'
import { promoDays } from './limits.ts'
import type { AccountPromo, Promo, PromoFilter } from './schema.ts'
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
  return rows.map(toPromo)
}

const toPromo = (row: typeof promos.$inferSelect): Promo => ({
  ...{ timestamp: row.createdAt.toISOString(), type: row.type, code: row.code },
  details: { value: row.value, type: 'leads', emails: [...row.emails] },
  ...{ uid: row.userId, email: row.email },
})

/** Promo records of all accounts, newest first. */
export async function listAllPromos(
  tx: Tx,
  _superAdmin: SuperAdminScope,
  { q, after, limit }: PromoFilter,
): Promise<AccountPromo[]> {
  const last = tx
    .select({ at: promos.createdAt, id: promos.id })
    .from(promos)
    .where(eq(promos.id, after ?? ''))
  const like = containing(q ?? '')
  const isLike = or(
    ilike(promos.email, like),
    ilike(companies.name, like),
    sql`EXISTS (SELECT FROM jsonb_array_elements_text(${promos.emails}) AS one WHERE one ILIKE ${like})`,
  )
  const rows = await tx
    .select({ promo: promos, companyName: companies.name })
    .from(promos)
    .innerJoin(companies, eq(companies.id, promos.companyId))
    .where(
      and(
        q ? isLike : undefined,
        after === undefined ? undefined : sql`(${promos.createdAt}, ${promos.id}) < (${last})`,
      ),
    )
    .orderBy(desc(promos.createdAt), desc(promos.id))
    .limit(limit)
  return rows.map(({ promo, companyName }) => ({
    ...{ ...toPromo(promo), id: promo.id, companyId: promo.companyId, companyName },
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
