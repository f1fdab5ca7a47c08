import { auditLog, sessions, users } from '@freeor/accounts/tables'
import { twoFactors } from '@freeor/accounts/two-factor/tables'
import { reserveCredits, settleReservation } from '@freeor/billing/reservations/commands'
import { creditLots, customers } from '@freeor/billing/tables'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import { beginAnew, freshen } from '../../testing/account-things.ts'
import { type House, openHouse } from '../../testing/house.ts'
import { impersonate } from '../../testing/impersonation.ts'
import { mailTo } from '../../testing/mails.ts'
import { addPeople, addPerson, type People, type Person } from '../../testing/people.ts'

let house: House
let people: People
let as: Person

beforeAll(async () => {
  house = await openHouse()
  people = await addPeople(house.deps, house.call)
  as = people.superAdmin
})

afterAll(async () => {
  const report = await checkInvariants(house.deps)
  await house.close()
  expect(report.invariants.filter(({ ok }) => !ok)).toEqual([])
})

const get = async <Body>(path: string) => {
  const answer = await house.call<Body>('GET', `/api/operator${path}`, { as })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const post = async (path: string, body?: unknown) =>
  await house.call<{ code?: string; status?: string; detail?: string }>('POST', `/api/operator${path}`, {
    as,
    ...(body !== undefined && { body }),
  })

const lastAudit = async (action: string) =>
  (await get<{ entries: Record<string, unknown>[] }>(`/audit?action=${action}&limit=1`)).entries[0]

describe('people', () => {
  type Users = { users: { id: string; email: string; banned: boolean }[] }

  test('are found by a part of the address or name, by id, and with signs that mean something to LIKE', async () => {
    for (const q of ['strang', 'TEST STRANGER', people.stranger.userId])
      expect((await get<Users>(`/users?q=${encodeURIComponent(q)}`)).users.map(({ id }) => id)).toEqual([
        people.stranger.userId,
      ])
    expect((await get<Users>(`/users?q=${encodeURIComponent('%_')}`)).users).toEqual([])
  })

  test('come in pages that hold everybody once', async () => {
    const seen: string[] = []
    for (let after = ''; ; ) {
      const page = await get<Users>(`/users?limit=2${after && `&after=${after}`}`)
      seen.push(...page.users.map(({ id }) => id))
      if (page.users.length < 2) break
      after = seen.at(-1) ?? ''
    }
    const all = await house.deps.db.select({ id: users.id }).from(users)
    expect(seen.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
  })

  test('are opened with their companies, live sessions without tokens, and what happened last', async () => {
    const answer = await house.call('GET', `/api/operator/users/${people.member.userId}`, { as })
    expect(answer.body).toMatchObject({
      user: { email: people.member.email, superAdmin: false, banned: false },
      companies: [{ id: people.owner.companyId, role: 'member' }],
      sessions: [{ impersonatedBy: null, device: 'Unknown device' }],
      audit: [{ action: 'session.started', actorEmail: people.member.email }],
    })
    expect(answer.text).not.toContain(people.member.token.split('.')[0])
  })

  test('who are closed out have no session any more, cannot log in, and may come back', async () => {
    const person = await addPerson(house.deps, house.call, { name: 'trouble' })
    const shadow = await impersonate(house, people.superAdmin, person)
    expect((await post(`/users/${person.userId}/ban`, { reason: 'spam' })).status).toBe(204)
    for (const one of [person, shadow])
      expect((await house.call('GET', '/api/company', { as: one })).status).toBe(401)
    const { email, password } = person
    const signIn = async () =>
      (await house.call('POST', '/api/auth/sign-in/email', { body: { email, password } })).status
    expect(await signIn()).toBe(403)
    expect(await lastAudit('user.banned')).toMatchObject({
      actorUserId: as.userId,
      subjectUserId: person.userId,
      details: { reason: 'spam' },
    })
    expect((await post(`/users/${person.userId}/unban`, { reason: 'a mistake' })).status).toBe(204)
    expect(await signIn()).toBe(200)
  })

  test('who are super admins cannot be closed out', async () => {
    expect((await post(`/users/${as.userId}/ban`, { reason: 'no' })).status).toBe(422)
    expect((await post(`/users/${as.userId}/ban`, { reason: 'locked out' })).status).toBe(403)
  })

  test('are verified by hand with a reason that is kept', async () => {
    const { userId } = await addPerson(house.deps, house.call, { name: 'unproven' })
    await house.deps.db.update(users).set({ emailVerified: false }).where(eq(users.id, userId))
    expect((await post(`/users/${userId}/verify`, { reason: 'called them' })).status).toBe(204)
    const [row] = await house.deps.db.select().from(users).where(eq(users.id, userId))
    expect(row?.emailVerified).toBe(true)
    expect(await lastAudit('email.verified_by_hand')).toMatchObject({ details: { reason: 'called them' } })
  })

  test('are logged out everywhere', async () => {
    const person = await addPerson(house.deps, house.call, { name: 'lost-phone' })
    expect((await post(`/users/${person.userId}/end-sessions`, { reason: 'lost phone' })).status).toBe(204)
    const left = await house.deps.db.select().from(sessions).where(eq(sessions.userId, person.userId))
    expect(left).toEqual([])
  })
})

describe('a lost second factor', () => {
  /** Two-factor as the person's app confirmed it. */
  async function withTwoFactor(name: string): Promise<Person> {
    const person = await addPerson(house.deps, house.call, { name })
    await freshen(house, person)
    await beginAnew(house, person)
    const enabled = { enabledAt: new Date() }
    await house.deps.db.update(twoFactors).set(enabled).where(eq(twoFactors.userId, person.userId))
    return person
  }
  const isOn = async ({ userId }: Person) => (await get<{ twoFactor: boolean }>(`/users/${userId}`)).twoFactor

  test('is taken away by an operator who gives their password again, and the person reads of it', async () => {
    const person = await withTwoFactor('lost-app')
    expect(await isOn(person)).toBe(true)
    const operator = await addPerson(house.deps, house.call, { name: 'support', superAdmin: true })
    const path = `/api/operator/users/${person.userId}/reset-two-factor`
    const reset = async () =>
      await house.call<{ code?: string }>('POST', path, { as: operator, body: { reason: 'called' } })
    const refused = await reset()
    expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required'])
    expect(await isOn(person)).toBe(true)
    const again = { as: operator, body: { password: operator.password } }
    expect((await house.call('POST', '/api/account/reauthenticate', again)).status).toBe(200)
    expect((await reset()).status).toBe(204)
    expect(await isOn(person)).toBe(false)
    expect((await house.call('GET', '/api/company', { as: person })).status).toBe(401)
    expect(await lastAudit('two_factor.reset_by_hand')).toMatchObject({
      actorUserId: operator.userId,
      subjectUserId: person.userId,
      details: { reason: 'called' },
    })
    await mailTo(house, person.email, /Two-factor log-in is off/)
    expect((await reset()).status).toBe(409)
  })
})

describe('companies', () => {
  type Companies = { companies: { id: string; planID: string | null; people: number }[] }

  test('are found by name, by the owner’s address and by plan', async () => {
    for (const query of [
      'q=stranger%40people',
      `q=${people.stranger.companyId}`,
      'q=stranger&planID=freeor_free',
    ]) {
      const { companies } = await get<Companies>(`/companies?${query}`)
      expect(companies).toMatchObject([{ id: people.stranger.companyId, planID: 'freeor_free', people: 1 }])
    }
    expect((await get<Companies>('/companies?q=stranger&planID=freeor_biz')).companies).toEqual([])
  })

  test('are opened with people, money and trail', async () => {
    const record = await get(`/companies/${people.owner.companyId}`)
    expect(record).toMatchObject({
      company: { ownerEmail: people.owner.email, people: 4 },
      members: [{ role: 'owner' }, { role: 'admin' }, { role: 'member' }, { role: 'viewer' }],
      money: {
        customers: [{ planID: 'freeor_free', isBilled: false }, {}],
        lots: [{ granted: 25, left: 25 }],
      },
      subscriptions: [],
    })
  })

  test('get back what a file cost, once, however many ask at once', async () => {
    const { companyId, userId } = people.stranger
    const { db, clock } = house.deps
    const [downloadId, now] = ['dl_broken', clock.now()]
    await db.transaction((tx) => reserveCredits(tx, { companyId, userId, downloadId, amount: 9, now }))
    await db.transaction((tx) =>
      settleReservation(tx, { downloadId, amount: 9, fileName: 'broken.csv', now }),
    )
    const path = `/downloads/${downloadId}/refund`
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => await post(path, { reason: 'a broken file' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ body }) => body.status === 'refunded')).toHaveLength(1)
    expect(await lastAudit('leads.refunded')).toMatchObject({ companyId, objectId: downloadId })
    const { money } = await get<{ money: unknown }>(`/companies/${companyId}`)
    expect(money).toMatchObject({ files: [{ downloadId, leads: 9, isRefunded: true }] })
    const refund = and(eq(creditLots.companyId, companyId), eq(creditLots.kind, 'refund'))
    expect(await db.select().from(creditLots).where(refund)).toMatchObject([{ granted: 9, left: 9 }])
    expect((await post('/downloads/dl_unknown/refund', { reason: 'a guess' })).status).toBe(404)
  })

  test('get leads once a key, however often and however many at once', async () => {
    const { companyId } = people.stranger
    const grant = { amount: 7, reason: 'an apology', key: 'apology-1' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => await post(`/companies/${companyId}/grants`, grant)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.filter(({ body }) => body.status === 'granted')).toHaveLength(1)
    const isPromo = and(eq(creditLots.companyId, companyId), eq(creditLots.kind, 'promo'))
    expect(await house.deps.db.select().from(creditLots).where(isPromo)).toMatchObject([{ left: 7 }])
    expect(await lastAudit('leads.granted')).toMatchObject({ companyId, details: { reason: 'an apology' } })
    const me = await house.call<{ allowance: { leadsRemaining: number } }>('GET', '/api/me', {
      as: people.stranger,
    })
    expect(me.body.allowance.leadsRemaining).toBe(32)
  })

  test('are refused leads that are over before they come', async () => {
    const grant = { amount: 7, expiresAt: '2001-01-01T00:00:00Z', reason: 'too late', key: 'too-late-1' }
    expect((await post(`/companies/${people.stranger.companyId}/grants`, grant)).status).toBe(422)
  })

  test('are put on a plan by hand with its leads, and back', async () => {
    const { companyId } = await addPerson(house.deps, house.call, { name: 'charity' })
    const plan = async (planID: string) =>
      (await post(`/companies/${companyId}/plan`, { site: 'leads', planID, reason: 'a charity' })).status
    expect(await plan('freeor_pro')).toBe(204)
    const record = await get<{ money: { lots: { left: number }[] } }>(`/companies/${companyId}`)
    expect(record).toMatchObject({ company: { planID: 'freeor_pro', subscription_status: 'active' } })
    expect(record.money.lots.reduce((sum, { left }) => sum + left, 0)).toBeGreaterThanOrEqual(5000)
    expect(await plan('freeor_free')).toBe(204)
    const rows = await house.deps.db.select().from(auditLog).where(eq(auditLog.action, 'plan.set_by_hand'))
    expect(rows.map(({ details }) => details)).toMatchObject([
      { from: 'freeor_free', to: 'freeor_pro' },
      { from: 'freeor_pro', to: 'freeor_free' },
    ])
  })

  test('that never were a customer of a site are put on no plan there', async () => {
    const { companyId } = people.admin
    await house.deps.db
      .delete(customers)
      .where(and(eq(customers.companyId, companyId), eq(customers.site, 'courses')))
    const body = { site: 'courses', planID: 'freeor_pro', reason: 'a school' }
    expect((await post(`/companies/${companyId}/plan`, body)).status).toBe(404)
    expect((await post('/companies/cmp_none/plan', body)).status).toBe(404)
  })
})

describe('jobs', () => {
  test('are counted by queue, and one that was given up runs again', async () => {
    let runs = 0
    const queue = { retries: 0 }
    await house.deps.jobs.work('fragile', { pollingSeconds: 0.5, queue }, async () => {
      runs += 1
      if (runs === 1) throw new Error('out of paper')
    })
    const id = await house.deps.jobs.send(undefined, 'fragile', { page: 1 })
    const failed = async () =>
      (await get<{ jobs: { id: string; error: string; tries: number }[] }>('/jobs/fragile/failed')).jobs
    await vi.waitFor(
      async () => expect(await failed()).toMatchObject([{ id, error: 'out of paper', tries: 1 }]),
      {
        timeout: 15_000,
      },
    )
    const counts = async () =>
      (await get<{ queues: { name: string }[] }>('/jobs')).queues.find(({ name }) => name === 'fragile')
    expect(await counts()).toMatchObject({ failed: 1, completed: 0 })
    expect((await house.call('GET', '/api/operator/jobs/none/failed', { as })).status).toBe(404)
    expect((await post(`/jobs/fragile/${id}/retry`)).status).toBe(204)
    await vi.waitFor(async () => expect(await counts()).toMatchObject({ failed: 0, completed: 1 }), {
      timeout: 15_000,
    })
    expect((await post(`/jobs/fragile/${id}/retry`)).status).toBe(404)
    expect(await lastAudit('job.retried')).toMatchObject({ objectId: id, details: { queue: 'fragile' } })
  })
})

describe('the audit trail', () => {
  const at = new Date('2026-03-01T00:00:00Z')

  beforeAll(async () => {
    const rows = ['=1+1', '-2', 'plain "quoted"'].map((text, n) => ({
      id: `aud_test_${n}`,
      at,
      actorUserId: people.owner.userId,
      subjectUserId: people.member.userId,
      companyId: people.owner.companyId,
      action: 'test.done',
      objectType: 'test',
      objectId: text,
      details: { note: text },
    }))
    await house.deps.db.insert(auditLog).values(rows)
  })

  type Trail = { entries: { sequence: number; objectId: string }[] }

  test('is searched by actor, subject, company, action and time', async () => {
    const searches = [
      `actor=${people.owner.userId}&action=test.`,
      `actor=${people.owner.email}&action=test.done`,
      `subject=${people.member.email}&action=test`,
      `companyId=${people.owner.companyId}&action=test`,
      'from=2026-03-01T00:00:00Z&to=2026-03-01T00:00:01Z',
    ]
    for (const search of searches)
      expect((await get<Trail>(`/audit?${search}`)).entries, search).toHaveLength(3)
    for (const search of [
      'actor=nobody@example.com',
      'action=tes.t',
      'from=2026-03-01T00:00:01Z&to=2026-03-02T00:00:00Z',
    ])
      expect((await get<Trail>(`/audit?${search}`)).entries, search).toEqual([])
  })

  test('comes in pages', async () => {
    const first = await get<Trail>('/audit?action=test.&limit=2')
    const rest = await get<Trail>(`/audit?action=test.&limit=2&before=${first.entries.at(-1)?.sequence}`)
    expect([...first.entries, ...rest.entries].map(({ objectId }) => objectId)).toEqual([
      'plain "quoted"',
      '-2',
      '=1+1',
    ])
  })

  test('is exported as CSV whose cells are inert in a spreadsheet', async () => {
    const answer = await house.call('GET', '/api/operator/audit/export?action=test.', { as })
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-.*\.csv"$/)
    const lines = answer.text.trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toContain('at,action,actorUserId')
    expect(lines[1]).toContain('"plain ""quoted"""')
    expect(lines[3]).toContain(`"'=1+1"`)
  })

  test('is exported as JSON, also when there is nothing', async () => {
    const read = async (query: string): Promise<unknown> => {
      const answer = await house.call('GET', `/api/operator/audit/export?format=json&${query}`, { as })
      return JSON.parse(answer.text)
    }
    expect(await read('action=test.')).toHaveLength(3)
    expect(await read('action=nothing')).toEqual([])
  })
})
