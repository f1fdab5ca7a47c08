import type { UserActor } from '@freeor/kernel/actor'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  addCompanyMember,
  ensureSampleLogins,
  ensureUser,
  newSampleLogins,
  purgeExpired,
} from './commands.ts'
import { findCompanyOf } from './queries.ts'
import { proveCompanyScope, proveSuperAdminScope } from './scope.ts'
import { resolveActor } from './sessions/queries.ts'
import { attemptCounters, companies, companyMembers, sessions, users } from './tables.ts'
import { accountsSystem } from './testing.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
})

const person: UserActor = {
  kind: 'user',
  userId: 'usr_x',
  email: 'x@example.com',
  name: 'X',
  emailVerified: true,
  superAdmin: false,
  sessionId: 'ses_x',
}
const password = 'correct horse battery'

test('only a super admin acting as themselves gets a super admin scope', () => {
  expect(proveSuperAdminScope({ ...person, superAdmin: true })).toEqual({ userId: 'usr_x' })
  expect(() => proveSuperAdminScope(person)).toThrow(expect.objectContaining({ code: 'forbidden' }))
  const impersonating = { ...person, superAdmin: true, impersonatedBy: 'usr_y' }
  expect(() => proveSuperAdminScope(impersonating)).toThrow(expect.objectContaining({ code: 'forbidden' }))
  expect(() => proveSuperAdminScope({ kind: 'anonymous' })).toThrow(
    expect.objectContaining({ code: 'unauthenticated' }),
  )
})

test('an anonymous caller and a removed user get no company scope', async () => {
  await expect(proveCompanyScope(database.db, { kind: 'anonymous' })).rejects.toMatchObject({ status: 401 })
  await expect(proveCompanyScope(database.db, person)).rejects.toMatchObject({
    status: 403,
    details: { lostAccess: true },
  })
})

test('joining a company leads to it, and losing it leads back to the user’s own', async () => {
  const { auth } = accountsSystem(database.db)
  const owner = await ensureUser(auth, { email: 'owner1@example.com', password, name: 'Owner' })
  const guest = await ensureUser(auth, { email: 'guest1@example.com', password, name: 'Guest' })
  const { companyId } = owner
  const later = new Date(Date.now() + 1000)
  await addCompanyMember(database.db, { companyId, userId: guest.userId, role: 'viewer', now: later })
  const scope = await proveCompanyScope(database.db, { ...person, userId: guest.userId })
  expect(scope).toEqual({ companyId, userId: guest.userId, role: 'viewer' })
  await database.db.delete(companyMembers).where(eq(companyMembers.role, 'viewer'))
  expect(await findCompanyOf(database.db, guest.userId)).toMatchObject({
    companyId: guest.companyId,
    role: 'owner',
  })
})

test('the sample logins can sign in, the member in the owner’s company, and a repeated setup changes nothing', async () => {
  const system = accountsSystem(database.db)
  const logins = newSampleLogins('leads')
  await ensureSampleLogins(system.auth, logins)
  const hash = vi.spyOn(system.auth.hasher, 'hash')
  await ensureSampleLogins(system.auth, newSampleLogins('leads'))
  expect(hash).not.toHaveBeenCalled()
  const memberships: Record<string, unknown> = {}
  for (const { role, email, password: own } of logins) {
    const { cookie } = await system.call('/sign-in/email', { body: { email, password: own } })
    const actor = await resolveActor(system.auth, new Headers({ cookie }))
    expect(actor).toMatchObject({
      kind: 'user',
      email,
      emailVerified: true,
      superAdmin: role === 'super_admin',
    })
    memberships[role] = actor.kind === 'user' ? await findCompanyOf(database.db, actor.userId) : undefined
  }
  const { member, owner, super_admin: superAdmin } = memberships
  const companyId = (owner as { companyId: string }).companyId
  expect(member).toMatchObject({ companyId, role: 'member' })
  expect(owner).toMatchObject({ role: 'owner' })
  expect(superAdmin).not.toMatchObject({ companyId })
  expect(system.createdCompanies).toHaveLength(2)
})

test('fifty at the same time make one user and one company', async () => {
  const system = accountsSystem(database.db)
  const auth = { ...system.auth, hasher: { ...system.auth.hasher, hash: async () => 'no hash' } }
  const input = { email: 'crowd@example.com', password, name: 'Crowd' }
  const made = await Promise.all(Array.from({ length: 50 }, () => ensureUser(auth, input)))
  expect(made.filter(({ created }) => created)).toHaveLength(1)
  expect(new Set(made.map(({ companyId }) => companyId)).size).toBe(1)
  const people = await database.db.select().from(users).where(eq(users.email, input.email))
  expect(people).toHaveLength(1)
  const owned = await database.db
    .select()
    .from(companies)
    .where(eq(companies.ownerUserId, people[0]?.id ?? ''))
  expect(owned).toHaveLength(1)
  expect(system.createdCompanies).toHaveLength(1)
})

test('expired rows are purged, and live ones stay', async () => {
  const { auth } = accountsSystem(database.db)
  const { userId } = await ensureUser(auth, { email: 'purge@example.com', password, name: 'P' })
  const now = new Date()
  const session = (id: string, expiresAt: Date) => ({ id, token: id, userId, expiresAt })
  await database.db
    .insert(sessions)
    .values([
      session('ses_old', new Date(now.getTime() - 1)),
      session('ses_live', new Date(now.getTime() + 60_000)),
    ])
  const twoDaysAgo = new Date(now.getTime() - 2 * 86_400_000)
  await database.db.insert(attemptCounters).values({ key: 'old', count: 1, windowStartedAt: twoDaysAgo })
  await purgeExpired(database.db, now)
  const left = await database.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId))
  expect(left).toEqual([{ id: 'ses_live' }])
  expect(await database.db.select().from(attemptCounters).where(eq(attemptCounters.key, 'old'))).toEqual([])
})
