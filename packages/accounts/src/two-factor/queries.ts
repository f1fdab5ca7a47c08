import type { Tx } from '@freeor/postgres/database'
import { and, count, eq, isNotNull } from 'drizzle-orm'
import { backupCodes, twoFactors } from './tables.ts'

/** Whether two-factor is on, and how many backup codes are left. */
export async function readTwoFactor(
  tx: Tx,
  userId: string,
): Promise<{ enabled: boolean; backupCodesLeft: number }> {
  const [left] = await tx.select({ codes: count() }).from(backupCodes).where(eq(backupCodes.userId, userId))
  return { enabled: await hasTwoFactor(tx, userId), backupCodesLeft: left?.codes ?? 0 }
}

export async function hasTwoFactor(tx: Tx, userId: string): Promise<boolean> {
  const isOn = and(eq(twoFactors.userId, userId), isNotNull(twoFactors.enabledAt))
  return (await tx.select({ userId: twoFactors.userId }).from(twoFactors).where(isOn)).length > 0
}
