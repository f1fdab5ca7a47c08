import { AppError } from '@freeor/kernel/errors'
import { didKeyOf, multikeyOf } from '@freeor/kernel/signing/multikey'
import type { Tx } from '@freeor/postgres/database'
import { asc, eq } from 'drizzle-orm'
import type { JWK } from 'jose'
import type { PublicKey } from '../credential/did-document.ts'
import { type Document, splitProof } from '../credential/prove-document.ts'
import { signingKeys } from '../tables.ts'

const publicKey = ({ id, algorithm, publicJwk }: typeof signingKeys.$inferSelect): PublicKey => ({
  id,
  algorithm,
  publicJwk: publicJwk as JWK,
})

/** The public half of every key, retired ones too, the oldest first. */
export async function listPublicKeys(tx: Tx): Promise<PublicKey[]> {
  const rows = await tx.select().from(signingKeys).orderBy(asc(signingKeys.createdAt), asc(signingKeys.id))
  return rows.map(publicKey)
}

/** The public half of a key. @throws AppError not_found */
export async function getPublicKey(tx: Tx, id: string): Promise<PublicKey> {
  const [row] = await tx.select().from(signingKeys).where(eq(signingKeys.id, id))
  if (!row) throw new AppError('not_found', 'There is no such key')
  return publicKey(row)
}

/** The id of the key that an embedded proof names. */
export const keyIdIn = (credential: Document): string =>
  splitProof(credential)?.verificationMethod.split('#').at(-1) ?? ''

/** The key of the credential's embedded proof, as it is printed; undefined when it is not ours. */
export async function findPrintedKey(tx: Tx, credential: Document): Promise<string | undefined> {
  const [row] = await tx
    .select()
    .from(signingKeys)
    .where(eq(signingKeys.id, keyIdIn(credential)))
  return row && didKeyOf(multikeyOf(row.publicJwk))
}
