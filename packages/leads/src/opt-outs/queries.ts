import type { SuperAdminScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { desc, eq, inArray, sql } from 'drizzle-orm'
import { openEntryReader } from '../suppression/read-entries.ts'
import type { OptOut } from './schema.ts'
import { optOutState, optOuts } from './tables.ts'

export type OptOutState = { readonly number: number; readonly applied: number }

/** The state of the list; nobody has opted out before its row is there. */
export async function readOptOutState(tx: Tx): Promise<OptOutState> {
  const [state] = await tx.select().from(optOutState).where(eq(optOutState.id, 1))
  return { number: state?.number ?? 0, applied: state?.applied ?? 0 }
}

/**
 * Whether the list is applied and still has this number. Until the transaction ends, nobody is added: an addition waits
 * for its lock.
 */
export async function holdsOptOutState(tx: Tx, number: number): Promise<boolean> {
  const [state] = await tx.select().from(optOutState).where(eq(optOutState.id, 1)).for('share')
  return (state?.number ?? 0) === number && (state?.applied ?? 0) === number
}

/**
 * Whether the list still has this number, applied or not: whoever applies it afterwards finds what this transaction
 * publishes. Until it ends, nobody is added.
 */
export async function hasOptOutNumber(tx: Tx, number: number): Promise<boolean> {
  const [state] = await tx.select().from(optOutState).where(eq(optOutState.id, 1)).for('share')
  return (state?.number ?? 0) === number
}

const SHOWN = 200

/** The newest entries; with a text, only those that it would be on the list as. */
export async function listOptOuts(
  tx: Tx,
  _superAdmin: SuperAdminScope,
  { q }: { q?: string | undefined } = {},
): Promise<{ total: number; optOuts: OptOut[] }> {
  const total = await tx.$count(optOuts)
  const keys = q === undefined ? [] : openEntryReader()(q).map(({ key }) => key.toString('hex'))
  if (q !== undefined && keys.length === 0) return { total, optOuts: [] }
  const rows = await tx
    .select()
    .from(optOuts)
    .where(q === undefined ? sql`true` : inArray(optOuts.key, keys))
    .orderBy(desc(optOuts.number), desc(optOuts.id))
    .limit(SHOWN)
  return { total, optOuts: rows.map(toOptOut) }
}

const toOptOut = ({ id, form, shown, reason, createdAt }: typeof optOuts.$inferSelect): OptOut => ({
  id,
  form,
  shown,
  reason,
  timestamp: createdAt.toISOString(),
})
