import { type Actor, anonymous, type UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { preparedOnce } from '@freeor/postgres/prepared'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Auth, Caller } from '../ports.ts'
import { lastJoined, membershipColumns } from '../queries.ts'
import { companies, companyMembers, sessions, users } from '../tables.ts'
import { deviceName } from './device-name.ts'
import { readSessionToken } from './session-token.ts'

/**
 * The live session of a cookie or bearer token; undefined without one. Reads the database each time, so a session that
 * was ended is refused on the very next call. Writes nothing.
 * @throws AppError unavailable when the database cannot be reached.
 */
export async function findSession(auth: Auth, headers: Headers): Promise<Caller | undefined> {
  const token = readSessionToken(auth, headers)
  if (token === undefined) return undefined
  const found = await readSession(auth, token)
  if (!found || found.user.banned || found.session.expiresAt.getTime() < auth.clock.now().getTime())
    return undefined
  const { user, session, membership } = found
  const actor: UserActor = {
    kind: 'user',
    userId: user.id,
    email: user.email,
    name: user.name,
    emailVerified: user.emailVerified,
    superAdmin: user.role === 'super_admin',
    sessionId: session.id,
    verified: user.emailVerified || user.phoneVerifiedAt !== null,
    ...(session.reauthenticatedAt ? { reauthenticatedAt: session.reauthenticatedAt } : {}),
    ...(session.impersonatedBy ? { impersonatedBy: session.impersonatedBy } : {}),
  }
  return { actor, membership: membership ?? undefined }
}

async function readSession({ db }: Auth, token: string) {
  try {
    const [found] = await sessionStatement(db).execute({ token })
    return found
  } catch (cause) {
    throw new AppError('unavailable', 'Logging in is not possible right now. Please try again soon.', {
      cause,
    })
  }
}

/** Every call of a signed-in user begins with it. */
const sessionStatement = preparedOnce((tx) => {
  const ofUser = tx
    .select(membershipColumns)
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.userId, users.id))
    .orderBy(...lastJoined)
    .limit(1)
    .as('membership')
  return tx
    .select({
      user: {
        id: users.id,
        email: users.email,
        name: users.name,
        emailVerified: users.emailVerified,
        phoneVerifiedAt: users.phoneVerifiedAt,
        role: users.role,
        banned: users.banned,
      },
      session: {
        id: sessions.id,
        expiresAt: sessions.expiresAt,
        reauthenticatedAt: sessions.reauthenticatedAt,
        impersonatedBy: sessions.impersonatedBy,
      },
      membership: {
        companyId: ofUser.companyId,
        companyName: ofUser.companyName,
        ownerUserId: ofUser.ownerUserId,
        role: ofUser.role,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoinLateral(ofUser, sql`true`)
    .where(eq(sessions.token, sql.placeholder('token')))
    .prepare('find_session')
})

/** Who makes the request, from the session cookie or `Authorization: Bearer`. Anything not genuine is anonymous. */
export async function resolveActor(auth: Auth, headers: Headers): Promise<Actor> {
  return (await findSession(auth, headers))?.actor ?? anonymous
}

/** The session, if it is one that its user signed in to themselves. */
export const isOwnLogIn = ({ userId, sessionId }: UserActor) =>
  and(
    eq(sessions.id, sessionId),
    eq(sessions.userId, userId),
    isNull(sessions.parentSessionId),
    isNull(sessions.impersonatedBy),
  )

export const notOwnLogIn = () => new AppError('forbidden', 'This needs a session you logged in to yourself')

/**
 * The session that its user signed in to themselves: neither impersonated nor from a short-lived token, which never
 * gains rights.
 * @throws AppError forbidden
 */
export async function requireOwnLogIn(tx: Tx, actor: UserActor): Promise<typeof sessions.$inferSelect> {
  const [own] = await tx.select().from(sessions).where(isOwnLogIn(actor))
  if (!own) throw notOwnLogIn()
  return own
}

/**
 * The person's live sessions, each with the device it was started on; without impersonations, short-lived tokens or any
 * secret.
 */
export async function listDevices(auth: Auth, actor: UserActor) {
  const rows = await auth.db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, actor.userId),
        gt(sessions.expiresAt, auth.clock.now()),
        isNull(sessions.impersonatedBy),
        isNull(sessions.parentSessionId),
      ),
    )
    .orderBy(sessions.createdAt)
  return rows.map(({ id, userAgent, ipAddress, createdAt, expiresAt }) => ({
    id,
    current: id === actor.sessionId,
    device: deviceName(userAgent),
    ipAddress,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }))
}
