import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSchedulesFixture, type SchedulesFixture } from '../testing/schedules-fixture.ts'
import { addShareLink } from '../testing/share-links.ts'
import { limitToNothing } from '../testing/spending-things.ts'

/** A member whose account a super admin closed: what they began does not go on acting for them. */

let schedules: SchedulesFixture
let fixture: SchedulesFixture['fixture']

beforeAll(async () => {
  schedules = await openSchedulesFixture()
  fixture = schedules.fixture
})
afterAll(async () => await fixture?.close())
beforeEach(async () => await schedules.begin())

async function closed(work: () => Promise<void>): Promise<void> {
  const { member, superAdmin } = fixture.people
  const set = async (how: 'ban' | 'unban') => {
    const path = `/api/admin/users/${member.userId}/${how}`
    const answer = await fixture.call('POST', path, { as: superAdmin, body: { reason: 'a test' } })
    expect(answer.status, answer.text).toBe(204)
  }
  await set('ban')
  try {
    await work()
  } finally {
    await set('unban')
  }
}

test('orders nothing, shows nobody a search, and gets no file that was asked for before; later it goes on', async () => {
  const { member, owner } = fixture.people
  const { id } = await schedules.created()
  const { named } = await addShareLink(fixture, member)
  const look = async () => await fixture.call('POST', '/api/shared-searches/look', { body: named })
  expect((await look()).status).toBe(200)
  await limitToNothing(fixture, member)
  const body = { order: { dictId: schedules.dictId(), limit: 2 }, note: '' }
  const asked = await fixture.call('POST', '/api/download-approvals', { as: member, body })
  expect(asked.status, asked.text).toBe(201)
  const approve = async () =>
    await fixture.call('POST', `/api/download-approvals/${asked.body.id}/approve`, { as: owner })
  await closed(async () => {
    await schedules.run()
    expect(await schedules.list(owner)).toMatchObject([{ id, runs: [] }])
    expect((await look()).status).toBe(404)
    expect((await approve()).status).toBe(409)
    expect(await schedules.countFiles()).toBe(0)
  })
  expect((await look()).status).toBe(200)
  expect((await approve()).status).toBe(200)
  await schedules.run()
  expect((await schedules.list(owner))[0]?.runs).toHaveLength(1)
  await schedules.expectSound()
})
