import { AppError } from '@freeor/kernel/errors'
import { newId, newSecret } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, gt } from 'drizzle-orm'
import type { z } from 'zod'
import { addressKey } from '../attempt-keys.ts'
import type { AnswerWithCookies, Auth, SessionRequest } from '../ports.ts'
import type { SignedIn } from '../schema.ts'
import { hashLinkToken } from '../signed-values.ts'
import { verifications } from '../tables.ts'
import { requireSecondFactor } from '../two-factor/commands.ts'
import type { twoFactorSignInInput } from '../two-factor/schema.ts'
import { enter } from './enter.ts'

const ticketMinutes = 10
const purpose = 'two-factor'

export type FirstStep = {
  readonly userId: string
  /** Checks again, in the transaction of the ticket, what the user has proven. Throws to refuse them. */
  readonly check: (tx: Tx) => Promise<unknown>
  /** More for the page of the second step. */
  readonly details?: Record<string, unknown>
}

/**
 * What a user gets after proving their password or an identity: with it and a code the session begins. It is not a
 * session.
 */
export async function demandCode(auth: Auth, { userId, check, details }: FirstStep): Promise<AppError> {
  const ticket = newSecret()
  const now = auth.clock.now()
  const expiresAt = new Date(now.getTime() + ticketMinutes * 60_000)
  const identifier = `${purpose}:${hashLinkToken(ticket)}`
  const row = { id: newId('ver'), identifier, value: userId, expiresAt, createdAt: now, updatedAt: now }
  await auth.db.transaction(async (tx) => {
    await check(tx)
    await tx.insert(verifications).values(row)
  })
  return new AppError('two_factor_required', 'Please enter the code of your authenticator app.', {
    details: { ...details, ticket, expiresAt: expiresAt.toISOString() },
  })
}

/** The row of a ticket, unless it is used or too old. */
const isLiveTicket = (ticket: string, now: Date) =>
  and(eq(verifications.identifier, `${purpose}:${hashLinkToken(ticket)}`), gt(verifications.expiresAt, now))

/** The user of the half-done log-in that the ticket is for. @throws AppError gone */
export async function readTicket(auth: Auth, ticket: string): Promise<{ userId: string }> {
  const isLive = isLiveTicket(ticket, auth.clock.now())
  const [found] = await auth.db.select({ userId: verifications.value }).from(verifications).where(isLive)
  if (!found) throw ticketIsOver()
  return found
}

/** Takes the ticket, once. @throws AppError gone */
export async function spendTicket(auth: Auth, tx: Tx, ticket: string): Promise<void> {
  const isLive = isLiveTicket(ticket, auth.clock.now())
  const spent = await tx.delete(verifications).where(isLive).returning({ id: verifications.id })
  if (spent.length === 0) throw ticketIsOver()
}

/**
 * The second step: a live ticket and a code give one session. A wrong code does not use up the ticket, since it is
 * counted.
 * @throws AppError gone for a ticket that is over; invalid_request for a wrong code; forbidden, rate_limited
 */
export async function signInWithCode(
  auth: Auth,
  request: SessionRequest,
  { ticket, code, rememberMe = true }: z.output<typeof twoFactorSignInInput>,
): Promise<AnswerWithCookies<SignedIn>> {
  await auth.limiter.require([addressKey('link:address', request.address)])
  const { userId } = await readTicket(auth, ticket)
  await requireSecondFactor(auth, userId, code)
  return await enter(auth, request, {
    userId,
    isRemembered: rememberMe,
    check: (tx) => spendTicket(auth, tx, ticket),
    details: { factors: 2 },
  })
}

const ticketIsOver = () => new AppError('gone', 'That took too long. Please log in again.')
