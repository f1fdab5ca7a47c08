import { customers } from '@freeor/billing/tables'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../testing/people.ts'
import { openWorld, type World } from '../../testing/world.ts'

/** What a company sees and may do whose subscription has ended. */

let world: World

beforeAll(async () => {
  world = await openWorld({ firms: 10, jobs: false })
  const isTheirs = and(eq(customers.companyId, world.people.owner.companyId), eq(customers.site, 'leads'))
  await world.deps.db.update(customers).set({ subscriptionStatus: 'canceled' }).where(isTheirs)
})
afterAll(async () => await world.close())

test('no lead remains that could be spent', async () => {
  const { owner, stranger } = world.people
  const remaining = async (as: Person) =>
    (await world.call<{ allowance: object }>('GET', '/api/me', { as })).body.allowance
  expect(await remaining(owner)).toMatchObject({ active: false, leadsRemaining: 0 })
  expect(await remaining(stranger)).toMatchObject({ active: true, leadsRemaining: 25 })
})

test('what needs the plan says that it has ended and how, unlike without any plan', async () => {
  const search = async (as: Person) => await world.call('POST', '/api/search/firms', { as, body: {} })
  const ended = await search(world.people.owner)
  expect([ended.status, ended.body]).toEqual([
    402,
    expect.objectContaining({
      code: 'payment_required',
      detail: 'Your subscription is no longer active',
      subscription_status: 'canceled',
    }),
  ])
  await world.deps.db.delete(customers).where(eq(customers.companyId, world.people.superAdmin.companyId))
  const never = await search(world.people.superAdmin)
  expect(never.status).toBe(402)
  expect(never.body).not.toHaveProperty('subscription_status')
})
