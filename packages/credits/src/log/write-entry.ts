import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { creditLedger } from '../tables.ts'
import { ledgerLogPending } from './tables.ts'

export type NewEntry = Omit<typeof creditLedger.$inferInsert, 'id' | 'sequence'>

/** Adds an entry to the ledger, in the caller's transaction, and notes that the log does not have it yet. */
export async function writeEntry(tx: Tx, entry: NewEntry): Promise<void> {
  const [written] = await tx
    .insert(creditLedger)
    .values({ id: newId('led'), ...entry })
    .returning({ sequence: creditLedger.sequence })
  if (!written) throw new Error('The entry of the ledger was not written')
  await tx.insert(ledgerLogPending).values(written)
}
