import { readDailyBudget } from '@freeor/accounts/api-keys/queries'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, gte, inArray, ne, sum } from 'drizzle-orm'
import type { KeyBudget } from './schema.ts'
import { downloads } from './tables.ts'

const dayMs = 86_400_000

const startOfDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))

/** The credits that orders of these keys have taken since midnight UTC. Those of failed files are given back. */
export async function readKeyUse(
  tx: Tx,
  apiKeyIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  if (apiKeyIds.length === 0) return new Map()
  const rows = await tx
    .select({ apiKeyId: downloads.apiKeyId, leads: sum(downloads.newLeads).mapWith(Number) })
    .from(downloads)
    .where(
      and(
        inArray(downloads.apiKeyId, [...apiKeyIds]),
        gte(downloads.createdAt, startOfDay(now)),
        ne(downloads.state, 'failed'),
      ),
    )
    .groupBy(downloads.apiKeyId)
  return new Map(rows.flatMap(({ apiKeyId, leads }) => (apiKeyId === null ? [] : [[apiKeyId, leads]])))
}

/** What a key may still take today. @throws AppError unauthenticated for a key that was revoked meanwhile */
export async function readKeyBudget(tx: Tx, apiKeyId: string, now: Date): Promise<KeyBudget> {
  const daily = await readDailyBudget(tx, apiKeyId)
  const used = (await readKeyUse(tx, [apiKeyId], now)).get(apiKeyId) ?? 0
  const resetsAt = new Date(startOfDay(now).getTime() + dayMs).toISOString()
  return { daily, used, left: daily === null ? null : Math.max(0, daily - used), resetsAt }
}

type Order = { readonly apiKeyId: string | undefined; readonly newLeads: number; readonly now: Date }

/**
 * Refuses an order that its key's budget does not cover. The caller holds the lock of the company's customer, under
 * which orders are recorded, so that parallel ones count each other.
 * @throws AppError budget_exceeded with what is left; unauthenticated for a key that was revoked meanwhile
 */
export async function requireBudget(tx: Tx, { apiKeyId, newLeads, now }: Order): Promise<void> {
  if (apiKeyId === undefined) return
  const budget = await readKeyBudget(tx, apiKeyId, now)
  if (budget.left === null || newLeads <= budget.left) return
  const { resetsAt, ...rest } = budget
  throw new AppError(
    'budget_exceeded',
    `This file takes ${newLeads} new leads, and this key may take ${budget.left} more today.`,
    { details: { budget: rest, newLeads, resetsAt } },
  )
}
