import { generateKeyPairSync } from 'node:crypto'
import { recordAudit } from '@freeor/accounts/commands'
import { newId } from '@freeor/kernel/ids'
import { sealKey, unsealKey } from '@freeor/kernel/signing/seal'
import type { Database, Tx } from '@freeor/postgres/database'
import { and, eq, isNull } from 'drizzle-orm'
import type { JWK } from 'jose'
import type { PublicKey } from '../credential/did-document.ts'
import { signingKeys } from '../tables.ts'

type Algorithm = 'Ed25519' | 'RS256'

export type SigningKey = PublicKey & { readonly privateJwk: JWK }

/** Both keys that a certificate is signed with. */
export type SigningKeys = { readonly Ed25519: SigningKey; readonly RS256: SigningKey }

/** What the keys are sealed for. */
const purpose = 'freeor certificate keys'

type Means = { readonly secret: string; readonly now: Date }

function newPair(algorithm: Algorithm): { publicJwk: JWK; privateJwk: JWK } {
  const { publicKey, privateKey } =
    algorithm === 'Ed25519'
      ? generateKeyPairSync('ed25519')
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    publicJwk: publicKey.export({ format: 'jwk' }) as JWK,
    privateJwk: privateKey.export({ format: 'jwk' }) as JWK,
  }
}

const unsealed = (row: typeof signingKeys.$inferSelect, secret: string): SigningKey => ({
  id: row.id,
  algorithm: row.algorithm,
  publicJwk: row.publicJwk as JWK,
  privateJwk: JSON.parse(unsealKey({ secret, purpose }, row.id, row.sealedPrivateJwk)),
})

async function findCurrent(tx: Tx, algorithm: Algorithm) {
  const isCurrent = and(eq(signingKeys.algorithm, algorithm), isNull(signingKeys.retiredAt))
  const [row] = await tx.select().from(signingKeys).where(isCurrent)
  return row
}

/** The current key, made if there is none. Of two at the same time, the unique index keeps one. */
async function ensureKey(tx: Tx, algorithm: Algorithm, { secret, now }: Means): Promise<SigningKey> {
  const current = await findCurrent(tx, algorithm)
  if (current) return unsealed(current, secret)
  const { publicJwk, privateJwk } = newPair(algorithm)
  const id = newId('sgk')
  const named = { ...publicJwk, kid: id, alg: algorithm === 'Ed25519' ? 'EdDSA' : 'RS256', use: 'sig' }
  const sealedPrivateJwk = sealKey({ secret, purpose }, id, JSON.stringify(privateJwk))
  await tx
    .insert(signingKeys)
    .values({ id, algorithm, publicJwk: named, sealedPrivateJwk, createdAt: now })
    .onConflictDoNothing()
  const kept = await findCurrent(tx, algorithm)
  if (!kept) throw new Error(`There is no ${algorithm} key after making one`)
  return unsealed(kept, secret)
}

/** The keys that sign now. The first certificate of an installation makes them. */
export async function ensureSigningKeys(tx: Tx, means: Means): Promise<SigningKeys> {
  return { Ed25519: await ensureKey(tx, 'Ed25519', means), RS256: await ensureKey(tx, 'RS256', means) }
}

/** The key that signs now; undefined before the first certificate. */
export async function findCurrentKey(
  tx: Tx,
  algorithm: Algorithm,
  secret: string,
): Promise<SigningKey | undefined> {
  const current = await findCurrent(tx, algorithm)
  return current && unsealed(current, secret)
}

/**
 * Retires both keys and makes new ones. What the old ones signed stays verifiable. A certificate that is being issued
 * meanwhile is signed by the old ones.
 */
export async function rotateSigningKeys(
  db: Database,
  { reason, ...means }: Means & { readonly reason: string },
): Promise<SigningKeys> {
  return await db.transaction(async (tx) => {
    await tx.update(signingKeys).set({ retiredAt: means.now }).where(isNull(signingKeys.retiredAt))
    const keys = await ensureSigningKeys(tx, means)
    const ids = [keys.Ed25519.id, keys.RS256.id]
    const change = { action: 'certificate_keys.rotated', now: means.now, actorUserId: undefined }
    await recordAudit(tx, { ...change, details: { reason, keys: ids } })
    return keys
  })
}

/** A key with its private half, current or retired; undefined for an unknown one. */
export async function findSigningKey(tx: Tx, id: string, secret: string): Promise<SigningKey | undefined> {
  const [row] = await tx.select().from(signingKeys).where(eq(signingKeys.id, id))
  return row && unsealed(row, secret)
}
