import { auditLog } from '@freeor/accounts/tables'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { openAdminFixture } from '../../testing/admin-fixture.ts'

const fixture = openAdminFixture()
const { get, post, lastAudit } = fixture

describe('jobs', () => {
  test('are counted by queue, and one that was given up runs again', async () => {
    let runs = 0
    const queue = { retries: 0 }
    await fixture.system.deps.jobs.work('fragile', { pollingSeconds: 0.5, queue }, async () => {
      runs += 1
      if (runs === 1) throw new Error('out of paper')
    })
    const id = await fixture.system.deps.jobs.send(undefined, 'fragile', { page: 1 })
    const failed = async () => (await get('/jobs/fragile/failed')).jobs
    await vi.waitFor(
      async () => expect(await failed()).toMatchObject([{ id, error: 'out of paper', tries: 1 }]),
      {
        timeout: 60_000,
      },
    )
    const counts = async () => (await get('/jobs')).queues.find(({ name }) => name === 'fragile')
    expect(await counts()).toMatchObject({ failed: 1, completed: 0 })
    expect((await fixture.system.call('GET', '/api/admin/jobs/none/failed', { as: fixture.as })).status).toBe(
      404,
    )
    expect((await post(`/jobs/fragile/${id}/retry`)).status).toBe(204)
    await vi.waitFor(async () => expect(await counts()).toMatchObject({ failed: 0, completed: 1 }), {
      timeout: 60_000,
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
      actorUserId: fixture.people.owner.userId,
      subjectUserId: fixture.people.member.userId,
      companyId: fixture.people.owner.companyId,
      action: 'test.done',
      objectType: 'test',
      objectId: text,
      details: { note: text },
    }))
    await fixture.system.deps.db.insert(auditLog).values(rows)
  })

  test('is searched by actor, subject, company, action and time', async () => {
    const searches = [
      `actor=${fixture.people.owner.userId}&action=test.`,
      `actor=${fixture.people.owner.email}&action=test.done`,
      `subject=${fixture.people.member.email}&action=test`,
      `companyId=${fixture.people.owner.companyId}&action=test`,
      'from=2026-03-01T00:00:00Z&to=2026-03-01T00:00:01Z',
    ]
    for (const search of searches) expect((await get(`/audit?${search}`)).entries, search).toHaveLength(3)
    for (const search of [
      'actor=nobody@example.com',
      'action=tes.t',
      'from=2026-03-01T00:00:01Z&to=2026-03-02T00:00:00Z',
    ])
      expect((await get(`/audit?${search}`)).entries, search).toEqual([])
  })

  test('is not searched by years that PostgreSQL does not know', async () => {
    const as = fixture.people.superAdmin
    for (const from of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00'])
      for (const path of ['/api/admin/audit', '/api/admin/audit/export'])
        expect((await fixture.system.call('GET', `${path}?from=${from}`, { as })).status, from).toBe(422)
  })

  test('comes in pages', async () => {
    const first = await get('/audit?action=test.&limit=2')
    const rest = await get(`/audit?action=test.&limit=2&before=${first.entries.at(-1)?.sequence}`)
    expect([...first.entries, ...rest.entries].map(({ objectId }) => objectId)).toEqual([
      'plain "quoted"',
      '-2',
      '=1+1',
    ])
  })

  test('is exported as CSV whose cells are inert in a spreadsheet', async () => {
    const answer = await fixture.system.call('GET', '/api/admin/audit/export?action=test.', {
      as: fixture.as,
    })
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-.*\.csv"$/)
    const lines = answer.text.trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toContain('at,action,actorUserId')
    expect(lines[1]).toContain('"plain ""quoted"""')
    expect(lines[3]).toContain(`"'=1+1"`)
  })

  test('is exported as JSON, also when there is nothing', async () => {
    const read = async (query: string): Promise<unknown> => {
      const answer = await fixture.system.call('GET', `/api/admin/audit/export?format=json&${query}`, {
        as: fixture.as,
      })
      return JSON.parse(answer.text)
    }
    expect(await read('action=test.')).toHaveLength(3)
    expect(await read('action=nothing')).toEqual([])
  })
})
