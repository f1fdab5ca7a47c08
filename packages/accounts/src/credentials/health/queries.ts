import type { Tx } from '@freeor/postgres/database'
import { and, eq, isNotNull, or } from 'drizzle-orm'
import { apiKeys } from '../../api-keys/tables.ts'
import { isIdentity } from '../../identities/queries.ts'
import { passkeys } from '../../passkeys/tables.ts'
import { accounts, sessions, users } from '../../tables.ts'
import { twoFactors } from '../../two-factor/tables.ts'

/**
 * What can act for a person and must not: API keys, passkeys and linked identities of accounts that are closed or whose
 * address was never proven, second factors of the latter, and short-lived tokens that count as re-authenticated. A
 * closed account keeps its second factor: it lets nobody in, and is required again once the account is open.
 */
export async function checkCredentials(
  tx: Tx,
): Promise<{ readonly invariant: 'I15'; readonly id: string; readonly detail: string }[]> {
  const isUnproven = eq(users.emailVerified, false)
  const keys = await tx
    .select({ id: apiKeys.id, banned: users.banned })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(or(eq(users.banned, true), isUnproven))
  const factors = await tx
    .select({ id: twoFactors.userId })
    .from(twoFactors)
    .innerJoin(users, eq(users.id, twoFactors.userId))
    .where(isUnproven)
  const marked = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isNotNull(sessions.parentSessionId), isNotNull(sessions.reauthenticatedAt)))
  const unlocked = await tx
    .select({ id: passkeys.id, banned: users.banned })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(or(eq(users.banned, true), isUnproven))
  const linked = await tx
    .select({ id: accounts.id, banned: users.banned })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(isIdentity, or(eq(users.banned, true), isUnproven)))
  const found = [
    ...keys.map(({ id, banned }) => ({
      id,
      detail: `an API key of a ${banned ? 'closed' : 'never proven'} account`,
    })),
    ...unlocked.map(({ id, banned }) => ({
      id,
      detail: `a passkey of a ${banned ? 'closed' : 'never proven'} account`,
    })),
    ...linked.map(({ id, banned }) => ({
      id,
      detail: `a linked identity of a ${banned ? 'closed' : 'never proven'} account`,
    })),
    ...factors.map(({ id }) => ({ id, detail: 'a second factor of a never proven address' })),
    ...marked.map(({ id }) => ({ id, detail: 'a short-lived token that counts as a password given again' })),
  ]
  return found.map((each) => ({ invariant: 'I15' as const, ...each }))
}
