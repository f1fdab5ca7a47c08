import { newId, newSecret } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import type { Auth } from '../../auth.ts'
import { signSessionToken } from '../../signed-values.ts'
import { sessions } from '../../tables.ts'

/** As long as better-auth's own. */
export const sessionSeconds = 30 * 24 * 60 * 60
/** Of somebody who does not want to be remembered. */
export const unrememberedSeconds = 24 * 60 * 60

export type NewSession = {
  readonly userId: string
  readonly ipAddress: string
  readonly userAgent: string | null
  readonly now: Date
  /** Thirty days unless told. */
  readonly seconds?: number
}

/** Begins a session of a person who has shown who they are; gives its signed token. */
export async function startSession(
  auth: Auth,
  tx: Tx,
  { userId, ipAddress, userAgent, now, seconds = sessionSeconds }: NewSession,
): Promise<{ token: string }> {
  const token = newSecret()
  const expiresAt = new Date(now.getTime() + seconds * 1000)
  const row = { id: newId('ses'), token, userId, expiresAt, ipAddress, userAgent }
  await tx.insert(sessions).values({ ...row, createdAt: now, updatedAt: now })
  return { token: signSessionToken(auth.secret, token) }
}
