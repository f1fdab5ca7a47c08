import { customers } from '@freeor/billing/tables'
import { grantByHand } from '@freeor/leads/allowance/by-hand/commands'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import { type CompaniesFixture, finished, openCompaniesFixture } from '../../testing/companies-fixture.ts'
import { firmsDictId } from '../../testing/firms.ts'
import { memberIdOf } from '../../testing/spending-things.ts'

/* What waits for approval is ordered under the plan of the day it is approved. */

let fixture: CompaniesFixture

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 60 })
})
afterAll(async () => await fixture.close())

test('what the plan no longer allows is not ordered by its approval: it takes nothing, and waits', async () => {
  const { owner, member } = fixture.people
  const { db } = fixture.deps
  const { companyId } = owner
  const grant = { amount: 100, expiresAt: null, reason: 'a test', now: new Date(), key: companyId }
  await grantByHand(db, { ...grant, companyId, superAdminUserId: undefined })
  const takePlan = async (planID: string) =>
    await db
      .update(customers)
      .set({ planID })
      .where(and(eq(customers.companyId, companyId), eq(customers.site, 'leads')))
  const leadsLeft = async () =>
    (await fixture.call('GET', '/api/me', { as: owner })).body.allowance?.leadsRemaining
  const waiting = async () => (await fixture.call('GET', '/api/spending', { as: member })).body.approvals[0]

  await takePlan('freeor_biz')
  const limit = `/api/spending/limits/${await memberIdOf(fixture, member)}`
  expect((await fixture.call('PUT', limit, { as: owner, body: { leads: 0 } })).status).toBe(204)
  const order = { dictId: firmsDictId, limit: 40 }
  const asked = await fixture.call('POST', '/api/download-approvals', {
    as: member,
    body: { order, note: '' },
  })
  expect(asked.status, asked.text).toBe(201)
  const { id } = asked.body
  const approve = async () =>
    await fixture.call('POST', `/api/download-approvals/${id}/approve`, { as: owner })

  // The free plan holds 25 leads in one file, although the leads of the grant are still there.
  await takePlan('freeor_free')
  const before = await leadsLeft()
  expect(before).toBeGreaterThanOrEqual(100)
  const refused = await approve()
  expect([refused.status, refused.body.code]).toEqual([402, 'file_limit_exceeded'])
  expect(await leadsLeft()).toBe(before)
  expect(await waiting()).toMatchObject({ state: 'waiting', downloadId: null })

  await takePlan('freeor_biz')
  const approved = await approve()
  expect(approved.body).toMatchObject({ state: 'approved' })
  expect(await finished(fixture, member, approved.body.downloadId ?? '')).toMatchObject({ newLeads: 40 })
  expect((await checkInvariants(fixture.deps)).ok).toBe(true)
})
