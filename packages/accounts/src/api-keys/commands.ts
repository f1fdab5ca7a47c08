import { AppError } from '@freeor/kernel/errors'
import { newId, newSecret } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, count, eq } from 'drizzle-orm'
import { recordAudit } from '../commands.ts'
import { type Acting, actionOf, lockCompany } from '../companies/commands.ts'
import { requireProvenAddress } from '../credentials/passwords/queries.ts'
import type { Auth } from '../ports.ts'
import { hashLinkToken } from '../signed-values.ts'
import { apiKeyMark, shownKey } from './queries.ts'
import type { ApiKey, ApiKeyChanges, NewApiKeyInput } from './schema.ts'
import { apiKeys } from './tables.ts'

const mostKeys = 20
const shownCharacters = 12
const dayMs = 86_400_000

/**
 * Makes a key that acts as the person inside the company they work in. Only this answer has the key.
 * @throws AppError conflict at twenty keys; verification_required unless their address is proven; forbidden
 */
export async function createApiKey(
  auth: Auth,
  acting: Acting,
  { name, scopes, expiresInDays, ...input }: NewApiKeyInput,
): Promise<ApiKey & { key: string }> {
  const now = auth.clock.now()
  const dailyBudget = input.dailyBudget ?? null
  const { companyId, userId } = acting.scope
  const key = `${apiKeyMark}${newSecret()}`
  return await auth.db.transaction(async (tx) => {
    await requireProvenAddress(tx, acting.actor)
    await lockCompany(tx, acting.scope, 'api_keys.manage')
    const isTheirs = and(eq(apiKeys.userId, userId), eq(apiKeys.companyId, companyId))
    const [had] = await tx.select({ keys: count() }).from(apiKeys).where(isTheirs)
    if ((had?.keys ?? 0) >= mostKeys)
      throw new AppError('conflict', `You have ${mostKeys} keys already. Please revoke one first.`)
    const expiresAt = expiresInDays ? new Date(now.getTime() + expiresInDays * dayMs) : null
    const [row] = await tx
      .insert(apiKeys)
      .values({
        ...{ id: newId('key'), name, scopes, dailyBudget, userId, companyId, expiresAt, createdAt: now },
        keyHash: hashLinkToken(key),
        prefix: key.slice(0, shownCharacters),
      })
      .returning()
    if (!row) throw new Error('An insert returned no row')
    await recordAudit(tx, {
      ...actionOf(acting, now),
      action: 'api_key.created',
      objectType: 'api_key',
      objectId: row.id,
      details: { scopes, dailyBudget },
    })
    return { ...shownKey(row), key }
  })
}

/** Changes the budget of one of the person's own keys. @throws AppError not_found for anyone else's, as for none */
export async function changeApiKey(
  auth: Auth,
  acting: Acting,
  { apiKeyId, changes }: { readonly apiKeyId: string; readonly changes: ApiKeyChanges },
): Promise<ApiKey> {
  const { companyId, userId } = acting.scope
  return await auth.db.transaction(async (tx) => {
    await lockCompany(tx, acting.scope, 'api_keys.manage')
    const isTheirs = and(
      eq(apiKeys.id, apiKeyId),
      eq(apiKeys.userId, userId),
      eq(apiKeys.companyId, companyId),
    )
    const [before] = await tx.select().from(apiKeys).where(isTheirs)
    const [row] = await tx.update(apiKeys).set(changes).where(isTheirs).returning()
    if (!before || !row) throw new AppError('not_found', 'There is no such key')
    await recordAudit(tx, {
      ...actionOf(acting, auth.clock.now()),
      action: 'api_key.changed',
      objectType: 'api_key',
      objectId: apiKeyId,
      details: { before: { dailyBudget: before.dailyBudget }, after: changes },
    })
    return shownKey(row)
  })
}

/** Ends one of the person's own keys at once. @throws AppError not_found for anyone else's, as for none */
export async function revokeApiKey(auth: Auth, acting: Acting, apiKeyId: string): Promise<void> {
  const { companyId, userId } = acting.scope
  await auth.db.transaction(async (tx) => {
    const isTheirs = and(
      eq(apiKeys.id, apiKeyId),
      eq(apiKeys.userId, userId),
      eq(apiKeys.companyId, companyId),
    )
    const ended = await tx.delete(apiKeys).where(isTheirs).returning({ id: apiKeys.id })
    if (ended.length === 0) throw new AppError('not_found', 'There is no such key')
    await recordAudit(tx, {
      ...actionOf(acting, auth.clock.now()),
      action: 'api_key.revoked',
      objectType: 'api_key',
      objectId: apiKeyId,
    })
  })
}

/** Ends the keys of a person, or only those in `companyId`; in the transaction that removes them. */
export async function revokeKeysOf(
  tx: Tx,
  { userId, companyId }: { readonly userId: string; readonly companyId?: string },
): Promise<void> {
  await tx
    .delete(apiKeys)
    .where(and(eq(apiKeys.userId, userId), ...(companyId ? [eq(apiKeys.companyId, companyId)] : [])))
}
