import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId, newSecret } from '@freeor/kernel/ids'
import type { SuperAdminScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { recordAudit } from '../commands.ts'
import type { Auth } from '../ports.ts'
import { readSessionToken } from '../sessions/session-token.ts'
import { isRemembered } from '../sessions/start-session.ts'
import { signSessionToken } from '../signed-values.ts'
import { sessions, users } from '../tables.ts'
import type { Acting } from './acting.ts'
import { clearSuperAdminCookie, readSuperAdminCookie, restoreCookies, startCookies } from './cookies.ts'
import { findRunning, getRunning } from './queries.ts'
import type { ImpersonationAnswer } from './schema.ts'
import { impersonatedWrites, impersonations } from './tables.ts'

const longestMs = 60 * 60_000

export type StartImpersonation = {
  /** Proves that the actor is a super admin who is not impersonating already: there is no nesting. */
  readonly scope: SuperAdminScope
  readonly actor: UserActor
  readonly userId: string
  readonly reason: string
  readonly headers: Headers
  readonly ipAddress: string
}

export type Started = {
  readonly impersonation: ImpersonationAnswer
  /** The signed token of the new session. */
  readonly token: string
  readonly cookies: readonly string[]
}

/**
 * Lets the super admin act as the person, for at most an hour and never longer than their own session, with which it
 * ends. Only one at a time: an earlier one ends.
 * @throws AppError not_found without such a person; forbidden for a super admin; conflict for one who is banned.
 */
export async function startImpersonation(auth: Auth, input: StartImpersonation): Promise<Started> {
  const { scope, actor, userId, reason, headers, ipAddress } = input
  const now = auth.clock.now()
  const token = newSecret()
  const { impersonation, own } = await auth.db.transaction(async (tx) => {
    const own = await requireOwnSession(tx, actor)
    const email = await requireSubject(tx, userId)
    await endRunning(tx, { parentSessionId: own.id, now })
    const endsAt = new Date(Math.min(now.getTime() + longestMs, own.expiresAt.getTime()))
    const sessionId = newId('ses')
    await tx.insert(sessions).values({
      id: sessionId,
      token,
      userId,
      impersonatedBy: scope.userId,
      parentSessionId: own.id,
      expiresAt: endsAt,
      createdAt: now,
      updatedAt: now,
      ipAddress,
      userAgent: headers.get('user-agent')?.slice(0, 500) ?? null,
    })
    const id = newId('ips')
    const people = { actorUserId: scope.userId, subjectUserId: userId }
    await tx.insert(impersonations).values({ id, sessionId, ...people, reason, startedAt: now, endsAt })
    const details = { reason, email, endsAt: endsAt.toISOString() }
    await recordAudit(tx, {
      action: 'impersonation.started',
      now,
      ...people,
      objectType: 'impersonation',
      objectId: id,
      ipAddress,
      details,
    })
    return { own, impersonation: await getRunning(tx, sessionId) }
  })
  const signed = signSessionToken(auth.secret, token)
  const kept = signSessionToken(auth.secret, own.token)
  return { impersonation, token: signed, cookies: startCookies(auth, { own: kept, impersonated: signed }) }
}

async function requireOwnSession(tx: Tx, actor: UserActor) {
  const [own] = await tx.select().from(sessions).where(eq(sessions.id, actor.sessionId)).for('update')
  if (!own || own.parentSessionId || own.impersonatedBy)
    throw new AppError('forbidden', 'This needs a session you logged in to yourself')
  return own
}

async function requireSubject(tx: Tx, userId: string): Promise<string> {
  const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('share')
  if (!person) throw new AppError('not_found', 'There is no such person')
  if (person.role === 'super_admin')
    throw new AppError('forbidden', 'Nobody may act as a super admin but themselves')
  if (person.banned) throw new AppError('conflict', 'This account is closed')
  return person.email
}

/** Ends the impersonation that runs from this session of a super admin. */
async function endRunning(
  tx: Tx,
  { parentSessionId, now }: { readonly parentSessionId: string; readonly now: Date },
): Promise<void> {
  const isImpersonated = and(
    eq(sessions.parentSessionId, parentSessionId),
    isNotNull(sessions.impersonatedBy),
  )
  for (const { id } of await tx.delete(sessions).where(isImpersonated).returning({ id: sessions.id }))
    await tx
      .update(impersonations)
      .set({ endedAt: now })
      .where(and(eq(impersonations.sessionId, id), isNull(impersonations.endedAt)))
}

export type Stopped = {
  /** True when the browser has the super admin's own session back. */
  readonly isRestored: boolean
  readonly cookies: readonly string[]
}

/**
 * Ends the impersonation of this request and gives a browser its super admin's own session back, also when the hour has
 * ended it already. A client that has only the impersonated bearer token gets nothing back: that token must not become
 * the super admin's.
 * @throws AppError conflict when there is nothing to end.
 */
export async function stopImpersonation(
  auth: Auth,
  input: { readonly actor: UserActor | undefined; readonly headers: Headers; readonly ipAddress: string },
): Promise<Stopped> {
  const { actor, headers, ipAddress } = input
  const now = auth.clock.now()
  const running = actor?.impersonatedBy ? await findRunning(auth.db, actor.sessionId) : undefined
  const own = await findKeptSession(auth, headers)
  const isOwnOfRunning = own && (!running || own.userId === running.userId)
  if (!running && !own) throw new AppError('conflict', 'Nobody is acting as somebody else here')
  if (actor && running)
    await auth.db.transaction(async (tx) => {
      await tx.delete(sessions).where(eq(sessions.id, actor.sessionId))
      await tx.update(impersonations).set({ endedAt: now }).where(eq(impersonations.id, running.id))
      await recordAudit(tx, {
        action: 'impersonation.ended',
        now,
        actorUserId: running.userId,
        subjectUserId: actor.userId,
        objectType: 'impersonation',
        objectId: running.id,
        ipAddress,
      })
    })
  if (!isOwnOfRunning) return { isRestored: false, cookies: clearSuperAdminCookie(auth) }
  const seconds = Math.floor((own.expiresAt.getTime() - now.getTime()) / 1000)
  const lasts = own.isRemembered ? seconds : undefined
  return { isRestored: true, cookies: restoreCookies(auth, own.signed, lasts) }
}

/** The live session of a super admin that a browser keeps while it shows another. */
async function findKeptSession(auth: Auth, headers: Headers) {
  const signed = readSuperAdminCookie(auth, headers.get('cookie'))
  const token = signed && readSessionToken(auth, new Headers({ authorization: `Bearer ${signed}` }))
  if (!signed || !token) return undefined
  const [own] = await auth.db
    .select({ userId: users.id, role: users.role, banned: users.banned, session: sessions })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.token, token))
  if (!own || own.banned || own.role !== 'super_admin') return undefined
  const { expiresAt, impersonatedBy, parentSessionId } = own.session
  if (impersonatedBy || parentSessionId || expiresAt <= auth.clock.now()) return undefined
  return { userId: own.userId, expiresAt, signed, isRemembered: isRemembered(own.session) }
}

/**
 * Commits, before a writing request begins its work, a record that it is made, by whom and as whom.
 * @returns what the request runs as. @throws AppError unauthenticated when the impersonation is over.
 */
export async function beginImpersonatedWrite(
  auth: Auth,
  input: {
    readonly actor: UserActor
    readonly requestId: string
    readonly operation: string
    readonly path: string
    readonly ipAddress: string
  },
): Promise<Acting> {
  const { actor, requestId, operation, path, ipAddress } = input
  const now = auth.clock.now()
  return await auth.db.transaction(async (tx) => {
    const running = await findRunning(tx, actor.sessionId)
    if (!running) throw new AppError('unauthenticated', 'Please log in')
    const people = { actorUserId: running.userId, subjectUserId: actor.userId }
    await tx
      .insert(impersonatedWrites)
      .values({ requestId, impersonationId: running.id, operation, at: now, status: null })
    await recordAudit(tx, {
      action: 'impersonation.wrote',
      now,
      ...people,
      objectType: 'request',
      objectId: requestId,
      ipAddress,
      details: { operation, path, impersonationId: running.id },
    })
    return { impersonationId: running.id, requestId, ...people }
  })
}

/** Records the HTTP status that the request was answered with. */
export async function finishImpersonatedWrite(auth: Auth, requestId: string, status: number): Promise<void> {
  await auth.db.update(impersonatedWrites).set({ status }).where(eq(impersonatedWrites.requestId, requestId))
}
