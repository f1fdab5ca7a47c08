import { AppError } from '@freeor/kernel/errors'
import { newId, newSecret } from '@freeor/kernel/ids'
import { and, eq, gt } from 'drizzle-orm'
import type { z } from 'zod'
import { addressKey } from '../attempt-keys.ts'
import type { Auth } from '../auth.ts'
import { recordAudit } from '../commands.ts'
import { type Credential, requireUnchangedPassword } from '../credentials/passwords/queries.ts'
import { sessionSeconds, startSession, unrememberedSeconds } from '../sessions/start/commands.ts'
import { hashLinkToken } from '../signed-values.ts'
import { users, verifications } from '../tables.ts'
import { requireSecondFactor } from '../two-factor/commands.ts'
import type { twoFactorSignInInput } from '../two-factor/schema.ts'
import type { AuthAnswer, AuthRequest } from './auth-routes.ts'
import { deviceMarkCookie } from './device-mark.ts'
import { sessionCookie } from './session-cookie.ts'

const ticketMinutes = 10
const purpose = 'two-factor'

/** What somebody gets whose password was right: with it and a code the session begins. It is no session. */
export async function demandCode(auth: Auth, credential: Credential): Promise<AppError> {
  const { userId } = credential
  const ticket = newSecret()
  const now = auth.clock.now()
  const expiresAt = new Date(now.getTime() + ticketMinutes * 60_000)
  const identifier = `${purpose}:${hashLinkToken(ticket)}`
  const row = { id: newId('ver'), identifier, value: userId, expiresAt, createdAt: now, updatedAt: now }
  await auth.db.transaction(async (tx) => {
    await requireUnchangedPassword(tx, credential)
    await tx.insert(verifications).values(row)
  })
  return new AppError('two_factor_required', 'Please enter the code of your authenticator app.', {
    details: { ticket, expiresAt: expiresAt.toISOString() },
  })
}

/**
 * The second step: a live ticket and a code give one session. A wrong code leaves the ticket, as its count is kept.
 * @throws AppError gone for a ticket that is over; invalid_request for a wrong code; forbidden, rate_limited
 */
export async function signInWithCode(
  request: AuthRequest,
  input: z.output<typeof twoFactorSignInInput>,
): Promise<AuthAnswer> {
  const { auth, headers, caller } = request
  await auth.limiter.require([addressKey('link:address', caller.address)])
  const now = auth.clock.now()
  const isLive = and(
    eq(verifications.identifier, `${purpose}:${hashLinkToken(input.ticket)}`),
    gt(verifications.expiresAt, now),
  )
  const [ticket] = await auth.db.select({ userId: verifications.value }).from(verifications).where(isLive)
  if (!ticket) throw ticketIsOver()
  await requireSecondFactor(auth, ticket.userId, input.code)
  const seconds = input.rememberMe === false ? unrememberedSeconds : sessionSeconds
  const user = await auth.db.transaction(async (tx) => {
    const [spent] = await tx.delete(verifications).where(isLive).returning({ userId: verifications.value })
    if (!spent) throw ticketIsOver()
    const [person] = await tx.select().from(users).where(eq(users.id, spent.userId))
    if (!person) throw ticketIsOver()
    if (person.banned) throw new AppError('forbidden', 'This account is closed.')
    const started = { userId: person.id, ipAddress: caller.address, userAgent: headers.get('user-agent') }
    const { token } = await startSession(auth, tx, { ...started, now, seconds })
    const audit = { actorUserId: person.id, subjectUserId: person.id, ipAddress: caller.address }
    await recordAudit(tx, { action: 'session.started', now, ...audit, details: { factors: 2 } })
    return { ...person, token }
  })
  const { id, name, email, emailVerified, token } = user
  return {
    body: { token, user: { id, email, name, emailVerified } },
    cookies: [
      sessionCookie(auth, token, input.rememberMe === false ? undefined : seconds),
      deviceMarkCookie(auth, headers, email),
    ],
  }
}

const ticketIsOver = () => new AppError('gone', 'That took too long. Please log in again.')
