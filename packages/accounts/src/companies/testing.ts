import type { UserActor } from '@freeor/kernel/actor'
import { newId, newSecret } from '@freeor/kernel/ids'
import type { CompanyRole } from '@freeor/kernel/scope'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { addCompanyMember, createAccount, ensureOwnCompany } from '../commands.ts'
import { proveCompanyScope } from '../scope.ts'
import { auditLog, companyMembers, sessions } from '../tables.ts'
import { type AccountsSystem, accountsSystem } from '../testing.ts'
import type { Acting } from './commands.ts'

export const testCaller = { address: '192.0.2.1', origin: 'http://localhost:3000' }

/** A signed-in user with a proven address; their password cannot be used. */
export async function addActor(system: AccountsSystem, email: string): Promise<UserActor> {
  const { auth } = system
  const name = email.split('@')[0] ?? email
  const account = { email, name, passwordHash: 'no hash', emailVerified: true, now: auth.clock.now() }
  const { userId } = await createAccount(auth.db, account)
  const sessionId = newId('ses')
  const now = auth.clock.now()
  await auth.db.insert(sessions).values({
    id: sessionId,
    userId,
    token: newSecret(),
    expiresAt: new Date(now.getTime() + 3_600_000),
    createdAt: now,
    updatedAt: now,
  })
  return { kind: 'user', userId, email, name, emailVerified: true, superAdmin: false, sessionId }
}

/** A user who owns a company and works in it. */
export async function addOwner(system: AccountsSystem, email: string): Promise<Acting> {
  const { auth } = system
  const actor = await addActor(system, email)
  const owner = { ...actor, now: auth.clock.now() }
  await auth.db.transaction(async (tx) => ensureOwnCompany(tx, owner, auth.onCompanyCreated))
  return await atWork(system, actor)
}

type NewMember = { readonly email: string; readonly role: CompanyRole; readonly companyId: string }

/** A user in that company who works in it. */
export async function addMember(
  system: AccountsSystem,
  { email, role, companyId }: NewMember,
): Promise<Acting> {
  const actor = await addActor(system, email)
  const { db, clock } = system.auth
  await addCompanyMember(db, { companyId, userId: actor.userId, role, now: clock.now() })
  return await atWork(system, actor)
}

/** The person as their next request loads them. @throws AppError forbidden when they lost access */
export async function atWork(system: AccountsSystem, actor: UserActor): Promise<Acting> {
  const scope = await proveCompanyScope(system.auth.db, actor)
  return { scope, actor, caller: testCaller }
}

/** The token in the newest invitation mailed to the address. */
export function readInvitation({ mails }: AccountsSystem, email: string): string {
  const mail = mails.findLast((one) => one.template === 'invitation' && one.to === email)
  if (mail?.template !== 'invitation') throw new Error(`No invitation to ${email}`)
  return new URL(mail.props.url).searchParams.get('token') ?? ''
}

/** A test file's database, with a system and a company with its owner for each test. */
export class CompanyFixture {
  readonly database: TestDatabase
  system: AccountsSystem
  owner: Acting
  companyId: string
  /** The number of the test in its file: part of every address. */
  readonly number: number

  constructor(given: { database: TestDatabase; system: AccountsSystem; owner: Acting; number: number }) {
    this.database = given.database
    this.system = given.system
    this.owner = given.owner
    this.companyId = given.owner.scope.companyId
    this.number = given.number
  }

  /** The test's own address of somebody. */
  email(name: string): string {
    return `${name}${this.number}@people.example`
  }

  /** Adds a new user to the company. */
  async join(role: 'admin' | 'member' | 'viewer', name: string = role): Promise<Acting> {
    return await addMember(this.system, { email: this.email(name), role, companyId: this.companyId })
  }

  /** The id of the person's membership in the company; empty without one. */
  async memberIdOf({ scope }: Acting): Promise<string> {
    const isThem = and(eq(companyMembers.companyId, this.companyId), eq(companyMembers.userId, scope.userId))
    const [row] = await this.database.db.select().from(companyMembers).where(isThem)
    return row?.id ?? ''
  }

  async lastAudit(action: string) {
    const rows = await this.database.db.select().from(auditLog).where(eq(auditLog.action, action))
    return rows.at(-1)
  }
}

/** Sets up the fixture for the test file that calls this, with a new company for each test. */
export function openCompanyFixture(): () => CompanyFixture {
  let database: TestDatabase | undefined
  let fixture: CompanyFixture | undefined
  let number = 0
  beforeAll(async () => {
    database = await testDatabase()
  })
  beforeEach(async () => {
    if (!database) return
    number += 1
    const system = accountsSystem(database.db)
    const owner = await addOwner(system, `owner${number}@people.example`)
    fixture = new CompanyFixture({ database, system, owner, number })
  })
  afterAll(async () => await database?.close())
  return () => {
    if (!fixture) throw new Error('The fixture is set before the first test')
    return fixture
  }
}
