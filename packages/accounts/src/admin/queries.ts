import { AppError } from '@freeor/kernel/errors'
import type { SuperAdminScope } from '@freeor/kernel/scope'
import { containing } from '@freeor/postgres/containing'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, desc, eq, gt, ilike, or, type SQL, sql } from 'drizzle-orm'
import { listAuditOfUser } from '../audit/queries.ts'
import { listMemberships } from '../companies/queries.ts'
import { deviceName } from '../sessions/device-name.ts'
import { companyMembers, sessions, users } from '../tables.ts'
import { hasTwoFactor } from '../two-factor/queries.ts'
import type { CompanyMember, UserFilter, UserRecord, UserSummary } from './schema.ts'

const shown = {
  id: users.id,
  email: users.email,
  name: users.name,
  emailVerified: users.emailVerified,
  role: users.role,
  banned: users.banned,
  banReason: users.banReason,
  createdAt: users.createdAt,
  lastSeenAt: sql<string | null>`(
    SELECT max(s.created_at) FROM sessions s WHERE s.user_id = users.id AND s.impersonated_by IS NULL)`,
}

type Shown = 'id' | 'email' | 'name' | 'emailVerified' | 'role' | 'banned' | 'banReason' | 'createdAt'
type Row = Pick<typeof users.$inferSelect, Shown> & { lastSeenAt: string | null }

function summaryOf({ role, banned, createdAt, lastSeenAt, ...rest }: Row): UserSummary {
  return {
    ...rest,
    superAdmin: role === 'super_admin',
    banned: banned === true,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
  }
}

/** People, newest first. */
export async function listUsers(tx: Tx, _: SuperAdminScope, filter: UserFilter): Promise<UserSummary[]> {
  const { q, state, after, limit } = filter
  const last = tx
    .select({ at: users.createdAt, id: users.id })
    .from(users)
    .where(eq(users.id, after ?? ''))
  const rows = await tx
    .select(shown)
    .from(users)
    .where(
      and(
        q
          ? or(ilike(users.email, containing(q)), ilike(users.name, containing(q)), eq(users.id, q))
          : undefined,
        isIn(state),
        after === undefined ? undefined : sql`(${users.createdAt}, ${users.id}) < (${last})`,
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
  return rows.map(summaryOf)
}

function isIn(state: UserFilter['state']): SQL | undefined {
  if (state === undefined) return undefined
  if (state === 'super_admin') return eq(users.role, 'super_admin')
  if (state === 'unverified') return eq(users.emailVerified, false)
  const isBanned = sql`coalesce(${users.banned}, false)`
  return state === 'banned' ? isBanned : sql`NOT ${isBanned}`
}

/** A person by id or address. @throws AppError not_found */
export async function getUserSummary(tx: Tx, idOrEmail: string): Promise<UserSummary> {
  const key = idOrEmail.trim()
  const isIt = key.includes('@') ? eq(users.email, key.toLowerCase()) : eq(users.id, key)
  const [row] = await tx.select(shown).from(users).where(isIt)
  if (!row) throw new AppError('not_found', 'There is no such person')
  return summaryOf(row)
}

const auditShown = 20

/** A person with their companies, live sessions and latest events. @throws AppError not_found */
export async function getUserRecord(
  tx: Tx,
  _: SuperAdminScope,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<UserRecord> {
  const user = await getUserSummary(tx, userId)
  const memberships = await listMemberships(tx, user.id)
  const live = await tx
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      ipAddress: sessions.ipAddress,
      userAgent: sessions.userAgent,
      impersonatedBy: sessions.impersonatedBy,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, user.id), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt))
  return {
    user,
    twoFactor: await hasTwoFactor(tx, user.id),
    companies: memberships.map(({ since, ...company }) => ({ ...company, since: since.toISOString() })),
    sessions: live.map(({ createdAt, expiresAt, userAgent, ...session }) => ({
      ...session,
      device: deviceName(userAgent),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    audit: await listAuditOfUser(tx, user.id, auditShown),
  }
}

/** The people of a company, in the order they joined. */
export async function listMembersOf(tx: Tx, _: SuperAdminScope, companyId: string): Promise<CompanyMember[]> {
  const rows = await tx
    .select({
      id: companyMembers.id,
      userId: users.id,
      email: users.email,
      name: users.name,
      role: companyMembers.role,
      since: companyMembers.createdAt,
    })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(eq(companyMembers.companyId, companyId))
    .orderBy(asc(companyMembers.createdAt), asc(companyMembers.id))
  return rows.map(({ since, ...member }) => ({ ...member, since: since.toISOString() }))
}
