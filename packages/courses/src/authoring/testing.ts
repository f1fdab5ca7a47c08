import { addCompanyMember, createAccount } from '@freeor/accounts/commands'
import { openCustomer } from '@freeor/billing/commands'
import type { PlanID } from '@freeor/billing/ports'
import { companyWith } from '@freeor/billing/testing'
import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { CompanyRole } from '@freeor/kernel/scope'
import { type FakeClock, fakeClock } from '@freeor/testing/clock'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import { afterAll, beforeAll } from 'vitest'
import { coursePlans } from '../allowance/course-plans.ts'
import type { CourseChange } from '../events/ports.ts'
import type { AuthoringDeps } from './ports.ts'

/** A user who acts as themselves. */
const actorOf = (userId: string, more: Partial<UserActor> = {}): UserActor => ({
  ...{ kind: 'user', userId, email: `${userId}@example.com`, name: 'A user', emailVerified: true },
  ...{ superAdmin: false, sessionId: `ses_${userId}`, ...more },
})

/** An account with its people: one of each role, and somebody of another account. */
export type AuthorsAccount = {
  readonly companyId: string
  readonly people: Readonly<Record<CompanyRole | 'stranger' | 'superAdmin', UserActor>>
}

export type AuthoringFixture = {
  readonly database: TestDatabase
  readonly clock: FakeClock
  readonly deps: AuthoringDeps
  /** What was told after commits, oldest first. */
  readonly told: CourseChange[]
  /** An account of an author with this plan; without one, of somebody who never chose any. */
  addAccount(planID?: PlanID): Promise<AuthorsAccount>
}

const start = '2026-03-01T12:00:00Z'

async function addAccount(database: TestDatabase, planID: PlanID | undefined): Promise<AuthorsAccount> {
  const { db } = database
  const now = new Date(start)
  const owned = async (chosen: PlanID | undefined) =>
    await companyWith(db, { planID: chosen ?? 'freeor_free', now }, async (tx, company) => {
      if (chosen) await openCustomer(tx, { ...company, site: coursePlans.site })
    })
  const { companyId, userId } = await owned(planID)
  const joined = async (role: CompanyRole) => {
    const account = { email: `${newId('usr')}@example.com`, name: role, passwordHash: 'none', now }
    const made = await createAccount(db, account)
    await addCompanyMember(db, { companyId, userId: made.userId, role, now })
    return actorOf(made.userId)
  }
  const [stranger, superAdmin] = [await owned('freeor_biz'), await owned(undefined)]
  return {
    companyId,
    people: {
      owner: actorOf(userId),
      admin: await joined('admin'),
      member: await joined('member'),
      viewer: await joined('viewer'),
      stranger: actorOf(stranger.userId),
      superAdmin: actorOf(superAdmin.userId, { superAdmin: true }),
    },
  }
}

/** A database of authors for the test file that calls this. */
export function openAuthoringFixture(): () => AuthoringFixture {
  let fixture: AuthoringFixture | undefined
  beforeAll(async () => {
    const database = await testDatabase()
    const clock = fakeClock(start)
    const told: CourseChange[] = []
    const notices = { notifyCourses: (changes: readonly CourseChange[]) => void told.push(...changes) }
    fixture = {
      ...{ database, clock, told, deps: { db: database.db, clock, notices } },
      addAccount: async (planID) => await addAccount(database, planID),
    }
  })
  afterAll(async () => await fixture?.database.close())
  return () => {
    if (!fixture) throw new Error('The fixture is set before the first test')
    return fixture
  }
}

/** `ok`, or the code of the refusal. */
export const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  await work.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
