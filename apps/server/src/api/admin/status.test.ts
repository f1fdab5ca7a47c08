import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openProcessLook } from '../../metrics/watch-process.ts'
import { openAdminFixture } from '../../testing/admin-fixture.ts'
import { readAnswer } from '../../testing/call.ts'
import { leadsUrl } from '../../testing/test-system.ts'

const fixture = openAdminFixture()

test('the status says versions, engines, connections, queues, mail and the ledger', async () => {
  const status = await fixture.get('/status')
  const { deps } = fixture.system
  expect(status).toMatchObject({
    ...{ version: deps.version, node: process.versions.node, disk: 'ok' },
    ...{ postgres: 'ok', clickhouse: 'ok', streams: 0 },
    stored: { mail: { failedInDay: 0 }, ledger: { held: 0, pendingEntries: expect.any(Number) } },
  })
  expect(status.connections.most).toBe(deps.db.$client.options.max)
  expect(status.stored?.queues.map(({ name }) => name)).toContain('deliver-mail')
})

test('the oldest job that waits is named with its queue', async () => {
  const { deps, appWith } = fixture.system
  await deps.jobs.createQueue('nobody-works-here')
  await deps.jobs.send(undefined, 'nobody-works-here', {})
  await deps.db.execute(
    sql`UPDATE pgboss.job SET start_after = now() - interval '2 hours' WHERE name = 'nobody-works-here'`,
  )
  // Another application has kept no figures yet.
  const headers = { authorization: `Bearer ${fixture.as.token}` }
  const answer = await appWith({}).request(`${leadsUrl}/api/admin/status`, { headers })
  const { body } = await readAnswer<{ stored: { oldestJob: { name: string; oldestSeconds: number } } }>(
    answer,
  )
  expect(body.stored.oldestJob).toMatchObject({ name: 'nobody-works-here', due: 1 })
  expect(body.stored.oldestJob.oldestSeconds).toBeGreaterThanOrEqual(7200)
})

test('the last hour is empty at first, and has what was asked and failed after a look', async () => {
  const { deps } = fixture.system
  expect((await fixture.get('/status')).spans).toEqual([])
  const { look, stop } = openProcessLook(deps)
  await look()
  const before = (await fixture.get('/status')).spans.reduce((sum, { requests }) => sum + requests, 0)
  for (let turn = 0; turn < 5; turn++) await fixture.get('/status')
  await look()
  stop()
  const { spans } = await fixture.get('/status')
  expect(spans.reduce((sum, { requests }) => sum + requests, 0)).toBe(before + 6)
  const [span] = spans
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
