import { auditLog } from '@freeor/accounts/tables'
import { creditLots } from '@freeor/credits/tables'
import { reserveCredits, settleReservation } from '@freeor/leads/allowance/reservations/commands'
import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openAdminFixture } from '../../testing/admin-fixture.ts'
import { addPerson } from '../../testing/people.ts'

const fixture = openAdminFixture()
const { get, post, lastAudit } = fixture

describe('companies', () => {
  test('are found by name, by the owner’s address and by plan', async () => {
    for (const query of [
      'q=stranger%40people',
      `q=${fixture.people.stranger.companyId}`,
      'q=stranger&planID=freeor_free',
    ]) {
      const { companies } = await get(`/companies?${query}`)
      expect(companies).toMatchObject([
        { id: fixture.people.stranger.companyId, planID: 'freeor_free', people: 1 },
      ])
    }
    expect((await get('/companies?q=stranger&planID=freeor_biz')).companies).toEqual([])
  })

  test('are opened with people, money and trail', async () => {
    const record = await get(`/companies/${fixture.people.owner.companyId}`)
    expect(record).toMatchObject({
      company: { ownerEmail: fixture.people.owner.email, people: 4 },
      members: [{ role: 'owner' }, { role: 'admin' }, { role: 'member' }, { role: 'viewer' }],
      money: {
        customers: [{ site: 'leads', planID: 'freeor_free', isBilled: false }],
        lots: [{ granted: 25, left: 25 }],
      },
      subscriptions: [],
    })
  })

  test('get a refund of what a file cost once, however many requests come at the same time', async () => {
    const { companyId, userId } = fixture.people.stranger
    const { db, clock } = fixture.system.deps
    const [downloadId, now] = ['dl_broken', clock.now()]
    await db.transaction((tx) =>
      reserveCredits(tx, { companyId, userId, downloadId, amount: 9, rows: 9, now }),
    )
    await db.transaction((tx) =>
      settleReservation(tx, { downloadId, amount: 9, fileName: 'broken.csv', now }),
    )
    const path = `/downloads/${downloadId}/refund` as const
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => await post(path, { reason: 'a broken file' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ body }) => body.status === 'refunded')).toHaveLength(1)
    expect(await lastAudit('leads.refunded')).toMatchObject({ companyId, objectId: downloadId })
    const { money } = await get(`/companies/${companyId}`)
    expect(money).toMatchObject({ files: [{ downloadId, leads: 9, isRefunded: true }] })
    const refund = and(eq(creditLots.companyId, companyId), eq(creditLots.kind, 'refund'))
    expect(await db.select().from(creditLots).where(refund)).toMatchObject([{ granted: 9, left: 9 }])
    expect((await post('/downloads/dl_unknown/refund', { reason: 'a guess' })).status).toBe(404)
  })

  test('get leads once per key, however many requests come, in turn or at the same time', async () => {
    const { companyId } = fixture.people.stranger
    const grant = { amount: 7, reason: 'an apology', key: 'apology-1' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => await post(`/companies/${companyId}/grants`, grant)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ body }) => body.status === 'granted')).toHaveLength(1)
    const isPromo = and(eq(creditLots.companyId, companyId), eq(creditLots.kind, 'promo'))
    expect(await fixture.system.deps.db.select().from(creditLots).where(isPromo)).toMatchObject([{ left: 7 }])
    expect(await lastAudit('leads.granted')).toMatchObject({ companyId, details: { reason: 'an apology' } })
    const me = await fixture.system.call('GET', '/api/me', {
      as: fixture.people.stranger,
    })
    expect(me.body.allowance?.leadsRemaining).toBe(32)
  })

  test('are refused leads that have expired before they are granted', async () => {
    const grant = { amount: 7, expiresAt: '2001-01-01T00:00:00Z', reason: 'too late', key: 'too-late-1' }
    expect((await post(`/companies/${fixture.people.stranger.companyId}/grants`, grant)).status).toBe(422)
  })

  test('are put on a plan by hand with its leads, and back', async () => {
    const { companyId } = await addPerson(fixture.system.deps, fixture.system.call, { name: 'charity' })
    const plan = async (planID: string) =>
      (await post(`/companies/${companyId}/plan`, { site: 'leads', planID, reason: 'a charity' })).status
    expect(await plan('freeor_pro')).toBe(204)
    const record = await get(`/companies/${companyId}`)
    expect(record).toMatchObject({ company: { planID: 'freeor_pro', subscription_status: 'active' } })
    expect(record.money.lots.reduce((sum, { left }) => sum + left, 0)).toBeGreaterThanOrEqual(5000)
    expect(await plan('freeor_free')).toBe(204)
    const rows = await fixture.system.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'plan.set_by_hand'))
    expect(rows.map(({ details }) => details)).toMatchObject([
      { from: 'freeor_free', to: 'freeor_pro' },
      { from: 'freeor_pro', to: 'freeor_free' },
    ])
  })

  test('that never were a customer of a site become one with the plan they are given', async () => {
    const { companyId } = fixture.people.admin
    const body = { site: 'courses', planID: 'freeor_pro', reason: 'a school' }
    expect((await post(`/companies/${companyId}/plan`, body)).status).toBe(204)
    expect((await post('/companies/cmp_none/plan', body)).status).toBe(404)
    const { money } = await get(`/companies/${companyId}`)
    expect(money.customers).toMatchObject([
      { site: 'courses', planID: 'freeor_pro', subscription_status: 'active', isBilled: false },
      { site: 'leads', planID: 'freeor_free' },
    ])
  })
})
