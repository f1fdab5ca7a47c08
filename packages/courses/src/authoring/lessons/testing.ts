import { addCompanyMember, createAccount } from '@freeor/accounts/commands'
import { companyWith, openPlainCustomer } from '@freeor/billing/testing'
import type { UserActor } from '@freeor/kernel/actor'
import { newId } from '@freeor/kernel/ids'
import type { CompanyRole } from '@freeor/kernel/scope'
import type { Database } from '@freeor/postgres/database'
import { type FakeClock, fakeClock } from '@freeor/testing/clock'
import { testDatabase } from '@freeor/testing/postgres'
import { addCourse, type NewLesson } from '../../catalog/testing.ts'

/** An account with people of each role, somebody from elsewhere, and lessons as they are asked for. */
export type LessonsFixture = {
  readonly db: Database
  readonly clock: FakeClock
  readonly people: Readonly<Record<CompanyRole | 'stranger', UserActor>>
  /** A draft without text. Gives its id. */
  addLesson(lesson?: NewLesson): Promise<string>
  close(): Promise<void>
}

const actorOf = (userId: string): UserActor => ({
  ...{ kind: 'user', userId, email: `${userId}@people.example`, name: 'A user', emailVerified: true },
  ...{ superAdmin: false, sessionId: `ses_${userId}` },
})

export async function openLessonsFixture(): Promise<LessonsFixture> {
  const { db, close } = await testDatabase()
  const clock = fakeClock('2026-03-01T12:00:00Z')
  const now = clock.now()
  const author = await companyWith(db, { planID: 'freeor_free', now }, openPlainCustomer)
  const stranger = await companyWith(db, { planID: 'freeor_free', now }, openPlainCustomer)
  const { companyId } = author
  const join = async (role: CompanyRole): Promise<UserActor> => {
    const account = {
      email: `${newId('usr')}@people.example`,
      name: `The ${role}`,
      passwordHash: 'none',
      now,
    }
    const { userId } = await createAccount(db, account)
    await addCompanyMember(db, { companyId, userId, role, now })
    return actorOf(userId)
  }
  return {
    ...{ db, clock, close },
    people: {
      owner: actorOf(author.userId),
      admin: await join('admin'),
      member: await join('member'),
      viewer: await join('viewer'),
      stranger: actorOf(stranger.userId),
    },
    async addLesson(lesson = {}) {
      const { lessons } = await addCourse(db, {
        ...{ companyId, now },
        lessons: [{ published: false, questions: [], ...lesson }],
      })
      return lessons[0]?.id ?? ''
    },
  }
}
