import type { Tx } from '@freeor/postgres/database'
import { and, eq, like, or } from 'drizzle-orm'
import { endEverySession } from '../admin/commands.ts'
import { revokeKeysOf } from '../api-keys/commands.ts'
import { endIdentities } from '../identities/end-identities.ts'
import { endPasskeys } from '../passkeys/commands.ts'
import { users, verifications } from '../tables.ts'
import { endTwoFactor } from '../two-factor/commands.ts'
import { verificationCodes } from '../verification/tables.ts'

type Person = typeof users.$inferSelect

/**
 * Gives an account to the person who has just proven that its address is theirs. Everything that acts for the user
 * without that proof ends: sessions, short-lived tokens, API keys, passkeys, linked identities, half-done log-ins,
 * pending codes. The caller replaces or ends the password. If the address was never proven before, the sign-up may have
 * been a stranger's: then the second factor and the telephone number are removed too, since they are the stranger's.
 * The user's row must be locked.
 */
export async function takeBack(tx: Tx, { id: userId, emailVerified }: Person, now: Date): Promise<void> {
  await endEverySession(tx, userId)
  await endHalfDone(tx, userId)
  await revokeKeysOf(tx, { userId })
  await endPasskeys(tx, userId)
  await endIdentities(tx, userId)
  if (!emailVerified) await forgetStrangersMeans(tx, userId)
  await tx.update(users).set({ emailVerified: true, updatedAt: now }).where(eq(users.id, userId))
}

/** Log-ins with only the first step done, and codes, challenges and requests from before the account was recovered. */
export async function endHalfDone(tx: Tx, userId: string): Promise<void> {
  const isHalf = or(
    like(verifications.identifier, 'two-factor:%'),
    like(verifications.identifier, 'passkey-%'),
    like(verifications.identifier, 'identity:%'),
  )
  await tx.delete(verifications).where(and(eq(verifications.value, userId), isHalf))
  await tx.delete(verificationCodes).where(eq(verificationCodes.userId, userId))
}

async function forgetStrangersMeans(tx: Tx, userId: string): Promise<void> {
  await endTwoFactor(tx, userId)
  await tx.update(users).set({ phone: null, phoneVerifiedAt: null }).where(eq(users.id, userId))
}
