import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { accounts } from '../tables.ts'
import type { PasskeyAnswer } from './schema.ts'
import { passkeys } from './tables.ts'

export type Passkey = typeof passkeys.$inferSelect

/** A passkey as its owner may see it. */
export function shownPasskey(row: Passkey, host: string | undefined): PasskeyAnswer {
  const { id, name, rpId, createdAt, lastUsedAt } = row
  return {
    ...{ id, name, host: rpId, worksHere: rpId === host },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

/** The person's passkeys, oldest first; only those of `host` when it is given. */
export async function listPasskeys(tx: Tx, userId: string, rpId?: string): Promise<Passkey[]> {
  return await tx
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), ...(rpId === undefined ? [] : [eq(passkeys.rpId, rpId)])))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}

/** Whether the person can sign in with a password. */
export async function hasPassword(tx: Tx, userId: string): Promise<boolean> {
  const isTheirs = and(
    eq(accounts.userId, userId),
    eq(accounts.providerId, 'credential'),
    isNotNull(accounts.password),
  )
  return (await tx.select({ id: accounts.id }).from(accounts).where(isTheirs)).length > 0
}
