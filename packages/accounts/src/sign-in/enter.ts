import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { eq } from 'drizzle-orm'
import { recordAudit } from '../commands.ts'
import { wrongPassword } from '../credentials/passwords/queries.ts'
import type { AnswerWithCookies, Auth, SessionRequest } from '../ports.ts'
import type { SignedIn } from '../schema.ts'
import { deviceMarkCookie } from '../sessions/device-mark.ts'
import { startSession } from '../sessions/start-session.ts'
import { users } from '../tables.ts'

export type Entry = {
  readonly userId: string
  readonly isRemembered: boolean
  /** Checks again, in the transaction of the session, what the user signs in with. Throws to refuse them. */
  readonly check: (tx: Tx) => Promise<unknown>
  /** For the audit trail. */
  readonly details?: Record<string, unknown>
}

/**
 * Begins the session of a user who has proven who they are. Locks the user's row, as a reset, a ban and a deletion do
 * when they end everything. So if one of them comes at the same time, either it ends the session or this sees its
 * change.
 * @throws AppError forbidden for a closed account; whatever `check` throws
 */
export async function enter(
  auth: Auth,
  { headers, address }: SessionRequest,
  { userId, isRemembered, check, details }: Entry,
): Promise<AnswerWithCookies<SignedIn>> {
  const now = auth.clock.now()
  const { person, session } = await auth.db.transaction(async (tx) => {
    const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('share')
    if (!person) throw wrongPassword()
    await check(tx)
    if (person.banned) throw new AppError('forbidden', 'This account is closed.')
    const userAgent = headers.get('user-agent')
    const session = await startSession(auth, tx, { userId, ipAddress: address, userAgent, now, isRemembered })
    const audit = { actorUserId: userId, subjectUserId: userId, ipAddress: address }
    await recordAudit(tx, { action: 'session.started', now, ...audit, details })
    return { person, session }
  })
  const { id, email, name, emailVerified } = person
  return {
    body: { token: session.token, user: { id, email, name, emailVerified } },
    cookies: [session.cookie, deviceMarkCookie(auth, headers, email)],
  }
}
