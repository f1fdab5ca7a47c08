import { type Actor, anonymous, type UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyRole } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { preparedOnce } from '@freeor/postgres/prepared'
import { desc, eq, sql } from 'drizzle-orm'
import type { Auth } from './auth.ts'
import { readSessionToken } from './session-token.ts'
import { companies, companyMembers, sessions, users } from './tables.ts'

export type Membership = {
  readonly companyId: string
  readonly companyName: string
  readonly ownerUserId: string
  readonly role: CompanyRole
}

/** A signed-in person and the company they work in, read together. */
export type Caller = {
  readonly actor: UserActor
  /** As `findCompanyOf`. */
  readonly membership: Membership | undefined
}

export type ResolvedSession = Caller & {
  readonly expiresAt: Date
  /** Set for a short-lived token: the session it was drawn from. */
  readonly parentSessionId?: string
}

/**
 * The live session a cookie or bearer token stands for; undefined without one. Reads the database each time, so what
 * was ended is refused on the very next call. Writes nothing.
 * @throws AppError unavailable when the database cannot be asked.
 */
export async function findSession(auth: Auth, headers: Headers): Promise<ResolvedSession | undefined> {
  const token = readSessionToken(auth, headers)
  if (token === undefined) return undefined
  const found = await readSession(auth, token)
  if (!found || found.user.banned || found.session.expiresAt.getTime() < Date.now()) return undefined
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
  const { expiresAt, parentSessionId } = session
  const caller = { actor, membership: membership ?? undefined, expiresAt }
  return parentSessionId ? { ...caller, parentSessionId } : caller
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

const membershipColumns = {
  companyId: companyMembers.companyId,
  companyName: companies.name,
  ownerUserId: companies.ownerUserId,
  role: companyMembers.role,
}
const lastJoined = [desc(companyMembers.createdAt), desc(companyMembers.id)]

/** Every call of a signed-in person begins with it. */
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
        parentSessionId: sessions.parentSessionId,
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

/** Who is asking, from the session cookie or `Authorization: Bearer`. Anything not genuine is anonymous. */
export async function resolveActor(auth: Auth, headers: Headers): Promise<Actor> {
  return (await findSession(auth, headers))?.actor ?? anonymous
}

/**
 * The company a person works in: the one they joined last, so accepting an invitation leads into the new company and
 * losing it leads back to their own. Undefined when they lost access and have none of their own.
 */
export async function findCompanyOf(tx: Tx, userId: string): Promise<Membership | undefined> {
  const [row] = await tx
    .select(membershipColumns)
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.userId, userId))
    .orderBy(...lastJoined)
    .limit(1)
  return row
}
