import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { getProfile } from '../profile/queries.ts'

/** @throws AppError verification_required for a user with neither a proven address nor a proven number */
export async function requireVerified(tx: Tx, userId: string): Promise<void> {
  const { verified } = await getProfile(tx, userId)
  if (!verified) throw new AppError('verification_required', 'Please verify your account first.')
}
