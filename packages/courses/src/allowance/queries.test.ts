import { openCustomer } from '@freeor/billing/commands'
import { terminateSubscription } from '@freeor/billing/subscriptions/commands'
import { openBillingFixture } from '@freeor/billing/subscriptions/testing'
import { expect, test } from 'vitest'
import { courseBilling } from './course-billing.ts'
import { coursePlans } from './course-plans.ts'
import { findCourseAllowance } from './queries.ts'

const { site } = coursePlans

const { current, pass, subscribed } = openBillingFixture({
  sites: [courseBilling],
  open: async (tx, company) => await openCustomer(tx, { ...company, site }),
})

const allowance = async () => await findCourseAllowance(current().database.db, current().asker)
const free = { courses: 1, lessons: 3, users: 0 }
const large = { courses: 100, lessons: 50, users: 25 }

test('a company that never chose a plan has none', async () => {
  const { database } = current()
  expect(await findCourseAllowance(database.db, { companyId: 'cmp_unknown' })).toBeNull()
})

test('the free plan gives what it says', async () => {
  expect(await allowance()).toMatchObject({ planID: 'freeor_free', active: true, ...free })
})

test('a plan gives what it adds once its first payment is settled, and nothing once it has ended', async () => {
  await subscribed('freeor_biz', 'tok_slow')
  expect(await allowance()).toMatchObject({ planID: 'freeor_biz', active: true, ...free })
  await pass(2)
  expect(await allowance()).toMatchObject({ planID: 'freeor_biz', active: true, ...large })
  const { billing, asker } = current()
  await terminateSubscription(billing, asker)
  expect(await allowance()).toMatchObject({ active: false, courses: 0, lessons: 0, users: 0 })
})
