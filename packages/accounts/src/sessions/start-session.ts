import { newId, newSecret } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import type { Auth } from '../ports.ts'
import { signSessionToken } from '../signed-values.ts'
import { sessions } from '../tables.ts'
import { sessionCookie } from './cookies.ts'

const rememberedSeconds = 30 * 24 * 60 * 60
/** For a user who does not want to be remembered; the browser forgets it when it closes. */
const unrememberedSeconds = 24 * 60 * 60

export type NewSession = {
  readonly userId: string
  readonly ipAddress: string
  readonly userAgent: string | null
  readonly now: Date
  readonly isRemembered: boolean
}

/** Begins a session of a user who has proven who they are; gives its signed token and the browser's cookie. */
export async function startSession(
  auth: Auth,
  tx: Tx,
  { userId, ipAddress, userAgent, now, isRemembered }: NewSession,
): Promise<{ token: string; cookie: string }> {
  const token = newSecret()
  const seconds = isRemembered ? rememberedSeconds : unrememberedSeconds
  const expiresAt = new Date(now.getTime() + seconds * 1000)
  const row = { id: newId('ses'), token, userId, expiresAt, ipAddress, userAgent }
  await tx.insert(sessions).values({ ...row, createdAt: now, updatedAt: now })
  const signed = signSessionToken(auth.secret, token)
  return { token: signed, cookie: sessionCookie(auth, signed, isRemembered ? seconds : undefined) }
}

/** Whether the session's person wanted to be remembered when it began. */
export const isRemembered = ({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }): boolean =>
  expiresAt.getTime() - createdAt.getTime() > 2 * unrememberedSeconds * 1000
