import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq, ne } from 'drizzle-orm'
import type { z } from 'zod'
import { hasPassword, listPasskeys } from '../passkeys/queries.ts'
import type { Auth } from '../ports.ts'
import { accounts } from '../tables.ts'
import type { Identity } from './ports.ts'
import type { identityAnswer } from './schema.ts'

export type LinkedIdentity = typeof accounts.$inferSelect

/** A row of `accounts` that is not a password: `provider_id` is the issuer, `account_id` the subject. */
export const isIdentity = ne(accounts.providerId, 'credential')

export const isThisIdentity = ({ issuer, subject }: Identity) =>
  and(eq(accounts.providerId, issuer), eq(accounts.accountId, subject))

/** Whose identity it is; undefined while nobody has linked it. */
export async function findIdentity(tx: Tx, identity: Identity): Promise<LinkedIdentity | undefined> {
  const [found] = await tx.select().from(accounts).where(isThisIdentity(identity))
  return found
}

/** The person's linked identities, oldest first. */
export async function listLinked(tx: Tx, userId: string): Promise<LinkedIdentity[]> {
  return await tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.userId, userId), isIdentity))
    .orderBy(asc(accounts.createdAt), asc(accounts.id))
}

/** The provider of an issuer; undefined unless it is set up here. */
const providerOf = ({ identityProviders }: Auth, issuer: string) =>
  identityProviders.find((provider) => provider.owns(issuer))

/** The name of an issuer's provider, as people know it. */
export const labelOf = (auth: Auth, issuer: string): string =>
  providerOf(auth, issuer)?.label ?? (URL.canParse(issuer) ? new URL(issuer).host : issuer)

/** A linked identity as its owner may see it. */
export function shownIdentity(auth: Auth, row: LinkedIdentity): z.output<typeof identityAnswer> {
  const { id, providerId: issuer, createdAt, updatedAt } = row
  const isUsed = updatedAt.getTime() > createdAt.getTime()
  return {
    id,
    providerId: providerOf(auth, issuer)?.id ?? null,
    label: labelOf(auth, issuer),
    linkedAt: createdAt.toISOString(),
    lastUsedAt: isUsed ? updatedAt.toISOString() : null,
  }
}

/**
 * Checks, after a way to log in was removed, that one is left: a password, a passkey, or an identity whose provider is
 * set up here. A reset by mail does not count: it makes a new way.
 * @throws AppError conflict
 */
export async function requireWayIn(auth: Auth, tx: Tx, userId: string): Promise<void> {
  if (await hasPassword(tx, userId)) return
  if ((await listPasskeys(tx, userId)).length > 0) return
  const linked = await listLinked(tx, userId)
  if (linked.some(({ providerId: issuer }) => providerOf(auth, issuer))) return
  throw new AppError('conflict', 'This is your only way to log in. Please choose a password by mail first.')
}
