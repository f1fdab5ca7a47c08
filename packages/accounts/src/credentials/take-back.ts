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
 * Gives an account to whoever has just shown that its address is theirs. Whatever acts for the person without that
 * ends: sessions, short-lived tokens, API keys, passkeys, linked identities, half-done log-ins, codes under way. The
 * password is the caller's to replace or to end. An address that was never proven before may have been somebody else's
 * sign-up: then its second factor and telephone number go too, since they are that somebody's. The person's row must be
 * locked.
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

/** Log-ins of which only the first step is done, and codes, challenges and requests of whoever was in before. */
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
