import { type Actor, anonymous, type UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyRole } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { desc, eq } from 'drizzle-orm'
import type { Auth } from './auth.ts'
import { companies, companyMembers } from './tables.ts'

export type ResolvedSession = {
  readonly actor: UserActor
  readonly expiresAt: Date
  /** Set for a short-lived token: the session it was drawn from. */
  readonly parentSessionId?: string
}

/**
 * The live session a cookie or bearer token stands for; undefined without one. Writes nothing for a live session.
 * @throws AppError unavailable when the database cannot be asked.
 */
export async function findSession(auth: Auth, headers: Headers): Promise<ResolvedSession | undefined> {
  if (!headers.has('authorization') && !headers.get('cookie')?.includes('session_token')) return undefined
  const found = await readSession(auth, headers)
  if (!found || found.user.banned) return undefined
  const { user, session } = found
  const actor: UserActor = {
    kind: 'user',
    userId: user.id,
    email: user.email,
    name: user.name,
    emailVerified: user.emailVerified,
    superAdmin: user.role === 'super_admin',
    sessionId: session.id,
    ...(session.impersonatedBy ? { impersonatedBy: session.impersonatedBy } : {}),
  }
  const { parentSessionId } = session
  return { actor, expiresAt: session.expiresAt, ...(parentSessionId ? { parentSessionId } : {}) }
}

async function readSession(auth: Auth, headers: Headers) {
  try {
    const query = { disableRefresh: true, disableCookieCache: true }
    return await auth.betterAuth.api.getSession({ headers, query })
  } catch (cause) {
    // A bad cookie or token is answered with null: what is thrown is the database being away.
    throw new AppError('unavailable', 'Logging in is not possible right now. Please try again soon.', {
      cause,
    })
  }
}

/** Who is asking, from the session cookie or `Authorization: Bearer`. Anything not genuine is anonymous. */
export async function resolveActor(auth: Auth, headers: Headers): Promise<Actor> {
  return (await findSession(auth, headers))?.actor ?? anonymous
}

export type Membership = {
  readonly companyId: string
  readonly companyName: string
  readonly ownerUserId: string
  readonly role: CompanyRole
}

/**
 * The company a person works in: the one they joined last, so accepting an invitation leads into the new company and
 * losing it leads back to their own. Undefined when they lost access and have none of their own.
 */
export async function findCompanyOf(tx: Tx, userId: string): Promise<Membership | undefined> {
  const [row] = await tx
    .select({
      companyId: companyMembers.companyId,
      companyName: companies.name,
      ownerUserId: companies.ownerUserId,
      role: companyMembers.role,
    })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(eq(companyMembers.userId, userId))
    .orderBy(desc(companyMembers.createdAt), desc(companyMembers.id))
    .limit(1)
  return row
}
