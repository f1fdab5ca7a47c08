import { startIntent } from '@freeor/billing/subscriptions/intents'
import { getCustomer } from '@freeor/billing/subscriptions/queries'
import { submitResetPassword } from '@freeor/site-frame/account/reset-password'
import { submitBilling } from '@freeor/site-frame/billing/billing-settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pageVisit } from './testing/page-visit.ts'
import { addPerson } from './testing/people.ts'
import { ensureSubscription } from './testing/subscriptions.ts'
import { openTestSystem, type TestSystem } from './testing/test-system.ts'

/** What pages say when something failed, in the words of the specification. */

let system: TestSystem

beforeAll(async () => {
  system = await openTestSystem()
})
afterAll(async () => await system.close())

test('a cancellation that failed says whom to write to, and the subscription goes on', async () => {
  const as = await addPerson(system.deps, system.call, { name: 'payer' })
  await ensureSubscription(system.deps, as)
  const { db, clock, supportEmail } = system.deps
  const customer = await getCustomer(db, { companyId: as.companyId, site: 'leads' })
  const wish = { kind: 'update_card', planID: null, subscriptionId: null, userId: as.userId } as const
  await db.transaction((tx) => startIntent(tx, customer, wish, clock.now()))
  for (const intent of ['cancel', 'terminate']) {
    const visit = pageVisit(system, '/settings/billing', { as, form: { intent } })
    expect(await outcomeOf(submitBilling(visit))).toMatchObject({
      status: 409,
      value: {
        ok: false,
        text: `Uh oh, something went wrong.  Please send an email to ${supportEmail} to cancel your subscription.`,
      },
    })
  }
  const { body } = await system.call('GET', '/api/billing/customer', { as })
  expect(body).toMatchObject({ subscription_status: 'active', cancel_at_period_end: false })
})

test('a reset that failed says so with the reason', async () => {
  const ask = async (email: string) => {
    const visit = pageVisit(system, '/reset_password', { form: { email } })
    return await outcomeOf(submitResetPassword(visit))
  }
  const failed = (message: unknown) => ({
    value: { failure: { title: 'Uh oh something went wrong :(', message } },
  })
  expect(await ask('no address')).toMatchObject({
    status: 422,
    ...failed("Uh oh, that doesn't look like an email address."),
  })
  let asked = await ask('nobody@people.example')
  expect(asked).toMatchObject({ location: '/login?sent=nobody%40people.example' })
  for (let tries = 0; tries < 100 && asked.location; tries += 1) asked = await ask('nobody@people.example')
  expect(asked).toMatchObject({ status: 429, ...failed(expect.stringMatching(/try again/i)) })
})
