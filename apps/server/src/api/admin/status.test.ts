import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openProcessLook } from '../../metrics/watch-process.ts'
import { openAdminFixture } from '../../testing/admin-fixture.ts'
import { readAnswer } from '../../testing/call.ts'
import { leadsUrl } from '../../testing/test-system.ts'

const fixture = openAdminFixture()

test('the status says versions, engines, connections, queues, mail and the ledger', async () => {
  const { deps } = fixture.system
  const queue = expect.objectContaining({ name: 'deliver-mail' })
  // An engine that needs more than a second counts as down, and the figures of that moment are kept for five.
  await expect
    .poll(async () => await fixture.get('/status'))
    .toMatchObject({
      ...{ version: deps.version, node: process.versions.node, disk: 'ok' },
      ...{ postgres: 'ok', clickhouse: 'ok', streams: 0 },
      connections: { most: deps.db.$client.options.max },
      stored: {
        queues: expect.arrayContaining([queue]),
        ...{ mail: { failedInDay: 0 }, ledger: { held: 0, pendingEntries: expect.any(Number) } },
      },
    })
})

test('the oldest job that waits is named with its queue', async () => {
  const { deps, appWith } = fixture.system
  await deps.jobs.createQueue('nobody-works-here')
  await deps.jobs.send(undefined, 'nobody-works-here', {})
  await deps.db.execute(
    sql`UPDATE pgboss.job SET start_after = now() - interval '2 hours' WHERE name = 'nobody-works-here'`,
  )
  type Job = { name: string; due: number; oldestSeconds: number }
  const headers = { authorization: `Bearer ${fixture.as.token}` }
  // Another application each time: it has kept no figures yet, also none of a moment when the database was slow.
  const readOldest = async () => {
    const answer = await appWith({}).request(`${leadsUrl}/api/admin/status`, { headers })
    const { body } = await readAnswer<{ stored: { oldestJob: Job } | null }>(answer)
    const { name, due, oldestSeconds = 0 }: Partial<Job> = body.stored?.oldestJob ?? {}
    return { name, due, isOld: oldestSeconds >= 7200 }
  }
  await expect.poll(readOldest).toEqual({ name: 'nobody-works-here', due: 1, isOld: true })
})

test('the last hour is empty at first, and has what was asked and failed after a look', async () => {
  const { deps } = fixture.system
  expect((await fixture.get('/status')).spans).toEqual([])
  const { look, stop } = openProcessLook(deps)
  // A look at a slow database does not see its jobs.
  const countJobs = async () => {
    await look()
    return (await fixture.get('/status')).spans.at(-1)?.jobsDue
  }
  await expect.poll(countJobs).toEqual(expect.any(Number))
  await look()
  const before = (await fixture.get('/status')).spans.reduce((sum, { requests }) => sum + requests, 0)
  for (let turn = 0; turn < 5; turn++) await fixture.get('/status')
  await look()
  stop()
  const { spans } = await fixture.get('/status')
  expect(spans.reduce((sum, { requests }) => sum + requests, 0)).toBe(before + 6)
  // Five minutes may have ended meanwhile: then there are two.
  const span = spans.find(({ jobsDue }) => jobsDue !== null)
  expect(span).toMatchObject({ errors: 0, mailWaiting: expect.any(Number), jobsDue: expect.any(Number) })
  expect(span?.meanMs).toBeGreaterThanOrEqual(0)
  expect(span?.memoryBytes).toBeGreaterThan(10_000_000)
})

test('nobody but a super admin reads it', async () => {
  const { call } = fixture.system
  expect((await call('GET', '/api/admin/status')).status).toBe(401)
  const { owner, member } = fixture.people
  for (const as of [owner, member]) expect((await call('GET', '/api/admin/status', { as })).status).toBe(403)
})
