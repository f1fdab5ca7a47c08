import { createAccount } from '@freeor/accounts/commands'
import { recordError } from '@freeor/accounts/error-log/commands'
import { listErrors } from '@freeor/accounts/error-log/queries'
import { newAddress } from './company-people.ts'
import type { TestSystem } from './test-system.ts'

/** Somebody without a company, a password that works or a session. Gives their id. */
export async function addGuest({ deps: { db, clock } }: TestSystem): Promise<string> {
  const now = clock.now()
  const account = { email: newAddress({ stays: true }), name: 'Guest', passwordHash: 'none', now }
  return (await createAccount(db, account)).userId
}

/** An error of the error log. Gives the id of its group. */
export async function addError({ deps: { db, clock } }: TestSystem): Promise<string> {
  await recordError(db, {
    type: 'rendering',
    error: 'TypeError: an example',
    errorInfo: '',
    location: '/search',
    device: 'test',
    site: 'leads',
    requestId: null,
    sufferer: undefined,
    now: clock.now(),
  })
  const [group] = await listErrors(db, { q: 'an example', limit: 1 })
  return group?.id ?? ''
}
