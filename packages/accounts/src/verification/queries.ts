import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gt, lt } from 'drizzle-orm'
import { getProfile } from '../profile/queries.ts'
import { mostTries } from './codes.ts'
import { verificationCodes } from './tables.ts'

/** @throws AppError verification_required for a user with neither a proven address nor a proven number */
export async function requireVerified(tx: Tx, userId: string): Promise<void> {
  const { verified } = await getProfile(tx, userId)
  if (!verified) throw new AppError('verification_required', 'Please verify your account first.')
}

/** Until when the code works that was sent last to verify the account; null where none does. */
export async function readCodeExpiry(tx: Tx, userId: string, now: Date): Promise<Date | null> {
  const [code] = await tx
    .select({ expiresAt: verificationCodes.expiresAt })
    .from(verificationCodes)
    .where(
      and(
        eq(verificationCodes.userId, userId),
        eq(verificationCodes.purpose, 'verify-account'),
        gt(verificationCodes.expiresAt, now),
        lt(verificationCodes.tries, mostTries),
      ),
    )
  return code?.expiresAt ?? null
}
