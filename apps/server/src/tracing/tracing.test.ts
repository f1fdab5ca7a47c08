import { listOpenJobs } from '@freeor/postgres/job-queues'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CompaniesFixture, download, openCompaniesFixture } from '../testing/companies-fixture.ts'
import { contactPattern, firmsDictId } from '../testing/firms.ts'
import { mailTo } from '../testing/mails.ts'
import { type ReceivedSpan, startTraceReceiver } from '../testing/trace-receiver.ts'
import { openTracing, type Tracing } from './open-tracing.ts'

/** A system whose traces go to a real receiver; it did what people do, and everything was sent. */

let receiver: Awaited<ReturnType<typeof startTraceReceiver>>
let tracing: Tracing
let fixture: CompaniesFixture

const choice = (url: string) => ({
  url,
  headers: { 'api-key': 'for-the-receiver' },
  serviceName: 'freeor-test',
  attributes: { 'deployment.environment.name': 'test' },
  ratio: 1,
})
const typed = 'Plumbing'
const password = 'a long password of ada’s own 4711'

beforeAll(async () => {
  receiver = await startTraceReceiver()
  tracing = await openTracing(choice(receiver.url), '1.2.3')
  fixture = await openCompaniesFixture({ firms: 40, tracing })
  const { call, people } = fixture
  const search = await call('POST', `/api/search/${firmsDictId}`, {
    as: people.owner,
    body: { filter: `industry:${typed}`, facets: ['city'] },
  })
  expect(search.status, search.text).toBe(200)
  expect((await download(fixture, people.owner, { limit: 2 })).state).toBe('ready')
  await call('POST', '/api/auth/sign-in/email', { body: { email: people.owner.email, password } })
  await call('POST', '/api/auth/request-password-reset', { body: { email: people.owner.email } })
  await call('GET', `/api/admin/users/${people.member.userId}`, { as: people.superAdmin })
  await fixture.request('GET', '/a-page/of?secret=hidden-in-the-query')
  // Both engines say in their error what they were asked.
  const { db, olap } = fixture.deps
  await tracing.inSpan({ name: 'failing', kind: 'job', attributes: {} }, async () => {
    await db.execute(sql`SELECT ${'hidden-in-a-value'}::int`).catch(() => undefined)
    await olap.write(`SELECT throwIf(1, 'hidden-in-a-message')`).catch(() => undefined)
  })
  await mailTo(fixture, people.owner.email)
  // What a job did is seen before the job ends, and with it its span.
  for (const queue of ['write-download', 'deliver-mail'])
    await vi.waitFor(async () => expect(await listOpenJobs(db, queue)).toEqual([]), { timeout: 60_000 })
  await tracing.close()
})
afterAll(async () => {
  await fixture.close()
  await receiver.close()
})

const named = (name: string): ReceivedSpan[] => receiver.spans.filter((span) => span.name === name)
const one = (name: string): ReceivedSpan => {
  const [first] = named(name)
  if (!first) throw new Error(`No span ${name} among ${[...new Set(receiver.spans.map((s) => s.name))]}`)
  return first
}
const systemsBelow = (span: ReceivedSpan): unknown[] =>
  receiver.childrenOf(span).map(({ attributes }) => attributes['db.system.name'])

test('a request is a span by its operation, and its statements in both engines are under it', () => {
  const span = one('POST searchLeads')
  expect(span.parentSpanId).toBeUndefined()
  expect(span.attributes).toMatchObject({
    'freeor.operation': 'searchLeads',
    'freeor.site': 'leads',
    'freeor.request_id': expect.stringMatching(/^req_/),
  })
  expect(span.kind).toBe(2)
  expect(Number(span.attributes['http.response.status_code'])).toBe(200)
  expect(systemsBelow(span)).toEqual(expect.arrayContaining(['postgresql', 'clickhouse']))
  for (const child of receiver.childrenOf(span)) {
    expect(child.traceId).toBe(span.traceId)
    expect(child.kind).toBe(3)
    expect(BigInt(child.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano))
  }
})

test('a call that a page makes is under the page', () => {
  const page = one('GET page')
  const below = receiver.childrenOf(page).map(({ name }) => name)
  expect(below).toContain('GET readMe')
})

test('a job is a trace of its own with its statements, and a mail is under the job that sends it', () => {
  const writing = one('job write-download')
  expect(writing.parentSpanId).toBeUndefined()
  expect(writing.attributes).toMatchObject({ 'freeor.queue': 'write-download' })
  expect(systemsBelow(writing)).toEqual(expect.arrayContaining(['postgresql', 'clickhouse']))
  const mail = one('mail')
  expect(mail.attributes).toMatchObject({ 'freeor.result': 'accepted' })
  const sender = receiver.spans.find(({ spanId }) => spanId === mail.parentSpanId)
  expect(sender?.name).toBe('job deliver-mail')
})

test('statements are told by their shape, one span each, and none outside a request, job or mail', () => {
  const statements = receiver.spans.filter(({ attributes }) => attributes['db.query.text'] !== undefined)
  expect(statements.length).toBeGreaterThan(20)
  for (const { attributes, parentSpanId } of statements) {
    expect(parentSpanId).toBeDefined()
    expect(attributes['db.query.text']).not.toMatch(/'[^']/)
  }
  const ids = receiver.spans.map(({ spanId }) => spanId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('concurrent requests keep their own statements, also when they wait for a connection', async () => {
  const second = await startTraceReceiver()
  const own = await openTracing(choice(second.url), '1')
  const { db } = fixture.deps
  const { traceStatements } = await import('@freeor/postgres/trace-statements')
  traceStatements(db.$client, (text) => own.statement('postgresql', text))
  const names = Array.from({ length: 60 }, (_, turn) => `request_${turn}`)
  await Promise.all(
    names.map((name) =>
      own.inSpan({ name, kind: 'request', attributes: {} }, async () => {
        await db.execute(sql`SELECT 1 AS ${sql.identifier(name)}`)
        await db.transaction(async (tx) => await tx.execute(sql`SELECT 2 AS ${sql.identifier(name)}`))
      }),
    ),
  )
  await own.close()
  for (const name of names) {
    const [parent] = second.spans.filter((span) => span.name === name)
    const texts = parent ? second.childrenOf(parent).map(({ attributes }) => attributes['db.query.text']) : []
    expect(texts.filter((text) => /^select/i.test(String(text)))).toEqual([
      `SELECT ? AS "${name}"`,
      `SELECT ? AS "${name}"`,
    ])
  }
  await second.close()
})

test('a statement that fails is marked, without what the engine said of it', () => {
  const [failing] = named('failing')
  const below = failing ? receiver.childrenOf(failing) : []
  expect(below.map(({ status }) => status.code)).toEqual([2, 2])
  for (const { status, attributes } of below) {
    expect(status.message ?? '').toBe('')
    expect(attributes['error.type']).toBeDefined()
  }
})

test('nothing that was sent holds an address, a name, a password, a token, a contact or what somebody typed', () => {
  const { owner, superAdmin, member } = fixture.people
  const all = receiver.bodies.join('\n')
  const secrets = [
    ...[owner, superAdmin, member].flatMap((person) => [
      person.email,
      person.userId,
      person.companyId,
      person.password,
      person.token,
    ]),
    ...[typed, password, 'hidden-in', 'Test owner', 'Houston', 'people.example', 'for-the-receiver'],
    String(fixture.deps.auth.secret),
  ]
  for (const secret of secrets) expect(all.includes(String(secret)), String(secret)).toBe(false)
  expect(all).not.toMatch(contactPattern)
  expect(all).not.toMatch(/[\w.]+@[\w.]+/)
  expect(receiver.spans.flatMap(({ events }) => events)).toEqual([])
})

test('the receiver gets the configured headers and the name of the service', () => {
  expect(new Set(receiver.headers)).toEqual(new Set(['for-the-receiver']))
  for (const resource of receiver.resources)
    expect(resource).toMatchObject({
      'service.name': 'freeor-test',
      'service.version': '1.2.3',
      'deployment.environment.name': 'test',
    })
})

test('a receiver that is away, or none of the traces chosen, changes nothing for people', async () => {
  const away = await openTracing({ ...choice('http://127.0.0.1:9/v1/traces') }, '1')
  expect(await away.inSpan({ name: 'x', kind: 'job', attributes: {} }, async () => 7)).toBe(7)
  await away.close()
  const quiet = await startTraceReceiver()
  const none = await openTracing({ ...choice(quiet.url), ratio: 0 }, '1')
  expect(await none.inSpan({ name: 'x', kind: 'job', attributes: {} }, async () => 7)).toBe(7)
  await none.close()
  expect(quiet.spans).toEqual([])
  await quiet.close()
})
