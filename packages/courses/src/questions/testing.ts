import { addCompanyMember, createAccount } from '@freeor/accounts/commands'
import type { UserActor } from '@freeor/kernel/actor'
import { newId } from '@freeor/kernel/ids'
import type { CompanyRole } from '@freeor/kernel/scope'
import type { QuizFixture } from '../attempts/testing.ts'

/** A user as the API sees them. */
export const actorOf = (userId: string, more: Partial<UserActor> = {}): UserActor => ({
  ...{ kind: 'user', userId, email: `${userId}@example.com`, name: 'A user', emailVerified: true },
  ...{ superAdmin: false, sessionId: `ses_${userId}`, ...more },
})

/** A user of the author's account in this role. */
export async function addColleague(
  { db, companyId, clock }: QuizFixture,
  role: CompanyRole,
): Promise<UserActor> {
  const now = clock.now()
  const email = `${newId('usr')}@people.example`
  const { userId } = await createAccount(db, { email, name: role, passwordHash: 'none', now })
  await addCompanyMember(db, { companyId, userId, role, now })
  return actorOf(userId)
}
