import { didKeyOf, multikeyOf } from '@freeor/kernel/signing/multikey'
import type { Tx } from '@freeor/postgres/database'
import { asc } from 'drizzle-orm'
import { ledgerLogKeys } from '../tables.ts'

export type PublicLogKey = {
  readonly id: string
  readonly publicJwk: Record<string, unknown>
  /** The whole key as a name: `did:key:z6Mk…`. */
  readonly didKey: string
  readonly createdAt: Date
  readonly retiredAt: Date | null
}

/** The public half of every key of the log, retired ones too, the oldest first. */
export async function listLogKeys(tx: Tx): Promise<PublicLogKey[]> {
  const { id, publicJwk, createdAt, retiredAt } = ledgerLogKeys
  const rows = await tx
    .select({ id, publicJwk, createdAt, retiredAt })
    .from(ledgerLogKeys)
    .orderBy(asc(createdAt), asc(id))
  return rows.map((row) => ({ ...row, didKey: didKeyOf(multikeyOf(row.publicJwk)) }))
}
