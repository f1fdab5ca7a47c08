import { AppError } from '@freeor/kernel/errors'
import { newId, newSecret } from '@freeor/kernel/ids'
import { and, eq, gt } from 'drizzle-orm'
import type { z } from 'zod'
import { addressKey } from '../attempt-keys.ts'
import type { Auth } from '../auth.ts'
import { recordAudit } from '../commands.ts'
import { hashLinkToken, signSessionToken } from '../signed-values.ts'
import { sessions, users, verifications } from '../tables.ts'
import { requireSecondFactor } from '../two-factor/commands.ts'
import type { twoFactorSignInInput } from '../two-factor/schema.ts'
import type { AuthAnswer, AuthRequest } from './auth-routes.ts'
import { deviceMarkCookie } from './device-mark.ts'

const ticketMinutes = 10
const rememberedSeconds = 30 * 24 * 60 * 60
const unrememberedSeconds = 24 * 60 * 60
const purpose = 'two-factor'

/** What somebody gets whose password was right: with it and a code the session begins. It is no session. */
export async function demandCode(auth: Auth, userId: string): Promise<AppError> {
  const ticket = newSecret()
  const now = auth.clock.now()
  const expiresAt = new Date(now.getTime() + ticketMinutes * 60_000)
  const identifier = `${purpose}:${hashLinkToken(ticket)}`
  const row = { id: newId('ver'), identifier, value: userId, expiresAt, createdAt: now, updatedAt: now }
  await auth.db.insert(verifications).values(row)
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
  const seconds = input.rememberMe === false ? unrememberedSeconds : rememberedSeconds
  const token = newSecret()
  const user = await auth.db.transaction(async (tx) => {
    const [spent] = await tx.delete(verifications).where(isLive).returning({ userId: verifications.value })
    if (!spent) throw ticketIsOver()
    const [person] = await tx.select().from(users).where(eq(users.id, spent.userId))
    if (!person) throw ticketIsOver()
    if (person.banned) throw new AppError('forbidden', 'This account is closed.')
    await tx.insert(sessions).values({
      id: newId('ses'),
      token,
      userId: person.id,
      expiresAt: new Date(now.getTime() + seconds * 1000),
      ipAddress: caller.address,
      userAgent: headers.get('user-agent'),
      createdAt: now,
      updatedAt: now,
    })
    const audit = { actorUserId: person.id, subjectUserId: person.id, ipAddress: caller.address }
    await recordAudit(tx, { action: 'session.started', now, ...audit, details: { factors: 2 } })
    return person
  })
  const signed = signSessionToken(auth.secret, token)
  const { id, name, email, emailVerified } = user
  return {
    body: { token: signed, user: { id, email, name, emailVerified } },
    cookies: [
      sessionCookie(auth, signed, input.rememberMe === false ? undefined : seconds),
      deviceMarkCookie(auth, email),
    ],
  }
}

const ticketIsOver = () => new AppError('gone', 'That took too long. Please log in again.')

/** As better-auth writes its own; without an age it ends with the browser. */
function sessionCookie({ secureCookies }: Auth, signed: string, maxAge: number | undefined): string {
  const name = `${secureCookies ? '__Secure-' : ''}freeor.session_token`
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  const secure = secureCookies ? '; Secure' : ''
  return `${name}=${encodeURIComponent(signed)}${age}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
