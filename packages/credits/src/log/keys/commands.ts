import { generateKeyPairSync } from 'node:crypto'
import { recordAudit } from '@freeor/accounts/commands'
import { newId } from '@freeor/kernel/ids'
import { sealKey, unsealKey } from '@freeor/kernel/signing/seal'
import type { Database, Tx } from '@freeor/postgres/database'
import { isNull } from 'drizzle-orm'
import { ledgerLogKeys } from '../tables.ts'

/** What the keys are sealed for. */
const purpose = 'freeor ledger log keys'

type Means = { readonly secret: string; readonly now: Date }
type Jwk = Record<string, unknown>

export type LogKey = { readonly id: string; readonly publicJwk: Jwk; readonly privateJwk: Jwk }

async function findCurrent(tx: Tx, secret: string): Promise<LogKey | undefined> {
  const [row] = await tx.select().from(ledgerLogKeys).where(isNull(ledgerLogKeys.retiredAt))
  if (!row) return undefined
  const { id, publicJwk, sealedPrivateJwk } = row
  return { id, publicJwk, privateJwk: JSON.parse(unsealKey({ secret, purpose }, id, sealedPrivateJwk)) }
}

/** The key that signs now, made if there is none. Of two at the same time, the unique index keeps one. */
export async function ensureLogKey(tx: Tx, { secret, now }: Means): Promise<LogKey> {
  const current = await findCurrent(tx, secret)
  if (current) return current
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const id = newId('sgk')
  const privateJwk = JSON.stringify(privateKey.export({ format: 'jwk' }))
  await tx
    .insert(ledgerLogKeys)
    .values({
      id,
      publicJwk: { ...publicKey.export({ format: 'jwk' }), kid: id, alg: 'EdDSA', use: 'sig' },
      sealedPrivateJwk: sealKey({ secret, purpose }, id, privateJwk),
      createdAt: now,
    })
    .onConflictDoNothing()
  const kept = await findCurrent(tx, secret)
  if (!kept) throw new Error('There is no key of the ledger log after making one')
  return kept
}

/** Retires the key and makes a new one. What the old one signed stays verifiable. */
export async function rotateLogKey(
  db: Database,
  { reason, ...means }: Means & { readonly reason: string },
): Promise<LogKey> {
  return await db.transaction(async (tx) => {
    await tx.update(ledgerLogKeys).set({ retiredAt: means.now }).where(isNull(ledgerLogKeys.retiredAt))
    const key = await ensureLogKey(tx, means)
    const change = { action: 'ledger_log_key.rotated', now: means.now, actorUserId: undefined }
    await recordAudit(tx, { ...change, details: { reason, key: key.id } })
    return key
  })
}
