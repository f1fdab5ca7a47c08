import { attemptKey } from '@freeor/accounts/attempt-keys'
import { sessions, users } from '@freeor/accounts/tables'
import { newId } from '@freeor/kernel/ids'
import type { CompaniesFixture } from './companies-fixture.ts'
import { newAddress } from './company-people.ts'
import type { Person } from './people.ts'
import type { Row } from './security-row.ts'

const password = 'a horse for the table'
const nothing = () => ({})

type Counted = Parameters<typeof attemptKey>[0]

/** As if nobody had tried. */
async function forget(
  { deps: { auth, db } }: CompaniesFixture,
  name: Counted,
  subject: string,
): Promise<void> {
  await auth.limiter.clear(db, attemptKey(name, subject))
}

/** The session that the person shows, as if it had not been ended. */
async function restoreSession(
  { deps: { db, clock } }: CompaniesFixture,
  { userId, token }: Person,
): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() + 3_600_000)
  const row = { id: newId('ses'), userId, token: token.split('.')[0] ?? '', expiresAt }
  await db.insert(sessions).values(row).onConflictDoNothing({ target: sessions.token })
}

/** The rows of signing up, in and out, and of passwords. */
export const authRows: Readonly<Record<string, Row>> = {
  signUp: { writes: users, sample: () => ({ body: { email: newAddress(), password } }) },
  signIn: {
    sample: async (fixture, as) => {
      await forget(fixture, 'sign-in:account', as.email)
      return { body: { email: as.email, password: as.password } }
    },
  },
  // With two factors a right password gives only half a log-in; nobody in the table has them.
  signInWithCode: { sample: () => ({ body: { ticket: 'none', code: '000000' } }), orElse: 410 },
  signOut: { sample: nothing, undo: restoreSession },
  requestPasswordReset: { sample: (_, { email }) => ({ body: { email } }) },
  // Links are only in mails.
  checkResetLink: { sample: () => ({ body: { token: 'none' } }), orElse: 410 },
  resetPassword: { sample: () => ({ body: { token: 'none', newPassword: password } }), orElse: 410 },
  // The right password would end every session of the table.
  changePassword: {
    sample: async (fixture, { userId }) => {
      await forget(fixture, 'change-password:account', userId)
      return { body: { currentPassword: 'not it', newPassword: password } }
    },
    orElse: 422,
  },
}
