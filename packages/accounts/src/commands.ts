import { newId, newSecret } from '@freeor/kernel/ids'
import type { CompanyRole } from '@freeor/kernel/scope'
import type { Site } from '@freeor/kernel/site'
import type { Tx } from '@freeor/postgres/database'
import { eq, isNotNull, lt, sql } from 'drizzle-orm'
import { currentActing } from './impersonation/acting.ts'
import { invitations } from './invitations/tables.ts'
import { nameFromAddress } from './name-from-address.ts'
import { requireGoodPassword } from './password-rule.ts'
import type { Auth, OnCompanyCreated } from './ports.ts'
import { emailInput } from './schema.ts'
import {
  accounts,
  attemptCounters,
  auditLog,
  companies,
  companyMembers,
  sessions,
  users,
  verifications,
} from './tables.ts'

export type AuditEntry = {
  readonly action: string
  readonly now: Date
  readonly actorUserId?: string | undefined
  readonly subjectUserId?: string | undefined
  readonly companyId?: string | undefined
  readonly objectType?: string | undefined
  readonly objectId?: string | undefined
  readonly ipAddress?: string | undefined
  readonly details?: Record<string, unknown> | undefined
}

/**
 * Records who did what, in the transaction of the action. `action` is `<thing>.<past tense>`, e.g. `password.changed`.
 */
export async function recordAudit(tx: Tx, { now, details = {}, ...entry }: AuditEntry): Promise<void> {
  const acting = currentActing()
  const row = { ...entry, id: newId('aud'), at: now, details }
  if (!acting) {
    await tx.insert(auditLog).values(row)
    return
  }
  // A command knows only the person it works for: the request knows who really acts.
  const { actorUserId, subjectUserId, impersonationId, requestId } = acting
  await tx.insert(auditLog).values({
    ...row,
    actorUserId,
    subjectUserId: entry.subjectUserId ?? subjectUserId,
    details: { ...details, impersonationId, requestId },
  })
}

export type NewAccount = {
  readonly email: string
  readonly name: string
  /** Absent for a user who logs in another way. */
  readonly passwordHash?: string | undefined
  readonly emailVerified?: boolean
  readonly superAdmin?: boolean
  readonly now: Date
}

export type CreateAccountOutcome =
  | { readonly status: 'created'; readonly userId: string }
  | { readonly status: 'exists'; readonly userId: string }

async function findUserId(tx: Tx, email: string): Promise<string | undefined> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  return user?.id
}

/** A password as a way to sign in. */
export function newCredential(userId: string, password: string) {
  return { id: newId('acc'), userId, accountId: userId, providerId: 'credential', password }
}

/**
 * Creates a person, with a password where one is given, unless the address is taken: then nothing changes. Of two at
 * the same time, the unique index makes the second wait and find the first.
 */
export async function createAccount(tx: Tx, input: NewAccount): Promise<CreateAccountOutcome> {
  const email = emailInput.parse(input.email)
  const userId = newId('usr')
  const stamps = { createdAt: input.now, updatedAt: input.now }
  const inserted = await tx
    .insert(users)
    .values({
      id: userId,
      email,
      name: input.name || nameFromAddress(email),
      emailVerified: input.emailVerified ?? false,
      role: input.superAdmin ? 'super_admin' : 'user',
      ...stamps,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (inserted.length === 0) {
    const existing = await findUserId(tx, email)
    if (existing === undefined) throw new Error('An address was taken and then was not')
    return { status: 'exists', userId: existing }
  }
  if (input.passwordHash !== undefined)
    await tx.insert(accounts).values({ ...newCredential(userId, input.passwordHash), ...stamps })
  return { status: 'created', userId }
}

type CompanyOwner = {
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly now: Date
}

/**
 * Gives a person a company of their own, once; returns its id. It has their name, or their address where they gave no
 * name, until somebody renames it. `onCompanyCreated` runs only when it is new.
 */
export async function ensureOwnCompany(
  tx: Tx,
  { userId, email, name, now }: CompanyOwner,
  onCompanyCreated: OnCompanyCreated,
): Promise<string> {
  const companyId = newId('cmp')
  const inserted = await tx
    .insert(companies)
    .values({
      id: companyId,
      ownerUserId: userId,
      homeOfUserId: userId,
      name: name || nameFromAddress(email),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: companies.homeOfUserId, where: isNotNull(companies.homeOfUserId) })
    .returning({ id: companies.id })
  if (inserted.length === 0) {
    const [existing] = await tx
      .select({ id: companies.id })
      .from(companies)
      .where(eq(companies.homeOfUserId, userId))
    if (!existing) throw new Error('A company was there and then was not')
    return existing.id
  }
  await addCompanyMember(tx, { companyId, userId, role: 'owner', now })
  await onCompanyCreated(tx, { companyId, userId, email, now })
  return companyId
}

type NewMember = {
  readonly companyId: string
  readonly userId: string
  readonly role: CompanyRole
  readonly now: Date
}

/** Makes a person a member; somebody who is a member already keeps their role. */
export async function addCompanyMember(tx: Tx, member: NewMember): Promise<void> {
  const { now, ...row } = member
  await tx
    .insert(companyMembers)
    .values({ id: newId('mem'), ...row, createdAt: now })
    .onConflictDoNothing({ target: [companyMembers.companyId, companyMembers.userId] })
}

export type EnsureUserInput = {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly superAdmin?: boolean
  /** The name of their own company; their own name unless told. */
  readonly companyName?: string
  /** They join this company instead of getting one of their own. */
  readonly memberOf?: { readonly companyId: string; readonly role: CompanyRole }
}

/**
 * Makes sure that a person with a verified address exists, for the first start and for tests. A person who exists keeps
 * their password and role.
 */
export async function ensureUser(
  auth: Auth,
  input: EnsureUserInput,
): Promise<{ userId: string; companyId: string; created: boolean }> {
  requireGoodPassword(input.password, input.email)
  const email = emailInput.parse(input.email)
  const existing = await findUserId(auth.db, email)
  // Each start asks for every sample login. A hash costs 60 ms, so it is made only for somebody who is new.
  const passwordHash = existing === undefined ? await auth.hasher.hash(input.password) : undefined
  const now = auth.clock.now()
  return await auth.db.transaction(async (tx) => {
    const { status, userId } =
      existing === undefined
        ? await createAccount(tx, { ...input, passwordHash, emailVerified: true, now })
        : { status: 'exists', userId: existing }
    if (!input.memberOf) {
      const name = input.companyName ?? input.name
      const owner = { userId, email, name, now }
      const companyId = await ensureOwnCompany(tx, owner, auth.onCompanyCreated)
      return { userId, companyId, created: status === 'created' }
    }
    await addCompanyMember(tx, { ...input.memberOf, userId, now })
    return { userId, companyId: input.memberOf.companyId, created: status === 'created' }
  })
}

/** The roles of the sample logins that every installation has; all but the super admin work in the owner's company. */
const sampleRoles = ['super_admin', 'owner', 'admin', 'member', 'viewer'] as const

/** Whether the sample login works in the owner's company. */
const isMemberRole = (role: string): role is 'admin' | 'member' | 'viewer' =>
  role === 'admin' || role === 'member' || role === 'viewer'

export type SampleLogin = {
  /** The site that shows them first; they work on every site. */
  readonly site: Site
  /** One of `sampleRoles`, or of those that a site adds: somebody with a company of their own. */
  readonly role: string
  readonly email: string
  readonly password: string
}

/** The address of the sample login with this role. */
export const sampleEmail = (role: SampleLogin['role']): string => `${role.replace('_', '-')}@example.com`

/** The owner of the sample's company. */
export const sampleOwnerEmail = sampleEmail('owner')

/** How the password of a sample login is made. */
export type SamplePassword = (role: string) => string

/** Fresh sample logins. The caller keeps them on disk before `ensureSampleLogins`, so a crash loses no password. */
export const newSampleLogins = (
  site: Site,
  roles: readonly string[] = sampleRoles,
  passwordOf: SamplePassword = () => newSecret(15),
): readonly SampleLogin[] =>
  roles.map((role) => ({ site, role, email: sampleEmail(role), password: passwordOf(role) }))

/** Makes sure that the sample logins can sign in. Safe to repeat, also on an installation that had fewer. */
export async function ensureSampleLogins(auth: Auth, logins: readonly SampleLogin[]): Promise<void> {
  const ownersFirst = logins.toSorted((a, b) => Number(b.role === 'owner') - Number(a.role === 'owner'))
  let companyId: string | undefined
  for (const { role, email, password } of ownersFirst) {
    const name = `Sample ${role.replace('_', ' ')}`
    const person = { email, password, name, superAdmin: role === 'super_admin' }
    if (role === 'super_admin') await ensureUser(auth, person)
    else if (role === 'owner')
      ({ companyId } = await ensureUser(auth, { ...person, companyName: 'Sample company' }))
    else if (companyId && isMemberRole(role))
      await ensureUser(auth, { ...person, memberOf: { companyId, role } })
    else await ensureUser(auth, person)
  }
}

/**
 * Deletes expired sessions and link tokens, old attempt counts, and invitations that expired long ago; for a daily job.
 */
export async function purgeExpired(tx: Tx, now: Date): Promise<void> {
  await tx.delete(sessions).where(lt(sessions.expiresAt, now))
  await tx.delete(verifications).where(lt(verifications.expiresAt, now))
  await tx
    .delete(attemptCounters)
    .where(lt(attemptCounters.windowStartedAt, sql`${now}::timestamptz - interval '1 day'`))
  await tx.delete(invitations).where(lt(invitations.expiresAt, sql`${now}::timestamptz - interval '30 days'`))
}
