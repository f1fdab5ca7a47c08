import { companyMembers } from '@freeor/accounts/tables'
import { searchAlerts } from '@freeor/leads/alerts/tables'
import { scheduledDownloads } from '@freeor/leads/scheduled-downloads/tables'
import { shareLinks } from '@freeor/leads/shares/tables'
import { downloadApprovals } from '@freeor/leads/spending/tables'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSchedulesFixture, type SchedulesFixture } from '../../testing/schedules-fixture.ts'
import { memberIdOf } from '../../testing/spending-things.ts'
import { databaseTime, whenBlocked } from '../../testing/when-blocked.ts'

/* What a member begins while they are removed: nothing of it is there when they come back. */

let schedules: SchedulesFixture
let fixture: SchedulesFixture['fixture']
let searchId: string

beforeAll(async () => {
  schedules = await openSchedulesFixture()
  fixture = schedules.fixture
  await schedules.begin()
  const { member, owner } = fixture.people
  const body = { dictId: schedules.dictId(), searchName: 'Firms', dslFilter: 'state:TX' }
  const saved = await fixture.call('POST', '/api/saved-searches', { as: member, body })
  expect(saved.status, saved.text).toBe(201)
  searchId = saved.body.id
  const path = `/api/spending/limits/${await memberIdOf(fixture, member)}`
  expect((await fixture.call('PUT', path, { as: owner, body: { leads: 1 } })).status).toBe(204)
})
afterAll(async () => await fixture?.close())

const begun = {
  schedule: async () => await schedules.create(),
  alert: async () =>
    await fixture.call('PUT', `/api/saved-searches/${searchId}/alert`, {
      ...{ as: fixture.people.member, body: { rhythm: 'daily' } },
    }),
  link: async () =>
    await fixture.call('POST', '/api/share-links', {
      as: fixture.people.member,
      body: { kind: 'savedSearch', id: searchId, access: 'look' },
    }),
  approval: async () =>
    await fixture.call('POST', '/api/download-approvals', {
      as: fixture.people.member,
      body: { order: { dictId: schedules.dictId() }, note: '' },
    }),
}
const tables = {
  schedule: scheduledDownloads,
  alert: searchAlerts,
  link: shareLinks,
  approval: downloadApprovals,
}

test.each(['schedule', 'alert', 'link', 'approval'] as const)(
  'a member who is removed meanwhile makes no %s',
  async (what) => {
    const { db } = fixture.deps
    const { companyId, userId } = fixture.people.member
    const isThem = and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, userId))
    const [member] = await db.select().from(companyMembers).where(isThem)
    if (!member) throw new Error('The member is one')
    let made: ReturnType<(typeof begun)[typeof what]> | undefined
    await db.transaction(async (tx) => {
      await tx.delete(companyMembers).where(isThem)
      const since = await databaseTime(tx)
      made = begun[what]()
      await Promise.race([made, whenBlocked(db, since)])
    })
    expect((await made)?.text).toContain('"lostAccess":true')
    expect(await db.$count(tables[what])).toBe(0)
    await db.insert(companyMembers).values(member)
    expect((await begun[what]()).status).toBeLessThan(300)
    expect(await db.$count(tables[what])).toBe(1)
  },
)
