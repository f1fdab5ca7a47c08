import { countPlanSeats } from '@freeor/billing/seats'
import { terminateSubscription } from '@freeor/billing/subscriptions/commands'
import type { BillingFixture } from '@freeor/billing/subscriptions/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { readAllowance, requireActivePlan } from './queries.ts'
import { reserveCredits } from './reservations/commands.ts'
import { openLeadFixture } from './testing.ts'

const { current, pass, subscribed, shown, left } = openLeadFixture()
let database: BillingFixture['database']
let system: BillingFixture['system']
let billing: BillingFixture['billing']
let asker: BillingFixture['asker']

beforeEach(() => {
  ;({ database, system, billing, asker } = current())
})

const free = { leads: 25, downloadLimit: 25, seats: 0, searchSuppressions: false }

async function figures() {
  const { db } = database
  const { seats, downloadLimit, searchSuppressions, leads } = await readAllowance(
    db,
    asker,
    system.clock.now(),
  )
  expect(await requireActivePlan(db, asker)).toMatchObject({ seats, downloadLimit, leads })
  expect(await countPlanSeats(db, asker.companyId)).toBe(seats)
  return { seats, downloadLimit, searchSuppressions, leads }
}

describe('a first payment that is not settled yet', () => {
  test('leaves the subscription active and adds nothing of the paid plan', async () => {
    await subscribed('freeor_biz', 'tok_slow')
    expect(await shown()).toMatchObject({ subscription_status: 'pending', active: true })
    expect(await figures()).toEqual(free)
    expect(await left()).toBe(25)
    const order = { ...asker, downloadId: 'dl_big', amount: 20, rows: 26, now: system.clock.now() }
    expect(await database.db.transaction((tx) => reserveCredits(tx, order))).toEqual({
      status: 'file_limit_exceeded',
      downloadLimit: 25,
    })
  })

  test('adds it with the payment', async () => {
    await subscribed('freeor_biz', 'tok_slow')
    await pass(2)
    expect(await shown()).toMatchObject({ subscription_status: 'active' })
    expect(await figures()).toEqual({
      leads: 50_000,
      downloadLimit: 25_000,
      seats: 25,
      searchSuppressions: true,
    })
    expect(await left()).toBe(50_025)
  })

  test('adds nothing however often it is begun and ended', async () => {
    for (let round = 0; round < 3; round++) {
      await subscribed('freeor_biz', 'tok_slow')
      expect(await figures()).toEqual(free)
      await terminateSubscription(billing, asker)
      await system.settle()
    }
  })

  test('that is never paid never added anything', async () => {
    await subscribed('freeor_biz', 'tok_slow_refused')
    await pass(2)
    expect(await shown()).toMatchObject({ subscription_status: 'failed', active: true })
    expect(await figures()).toEqual(free)
  })
})
