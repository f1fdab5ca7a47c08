import { errorGroups } from '@freeor/accounts/error-log/tables'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addPeople, type People } from '../../testing/people.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'

let system: TestSystem
let people: People

beforeAll(async () => {
  system = await openTestSystem()
  people = await addPeople(system.deps, system.call)
})

afterAll(async () => await system.close())

beforeEach(async () => {
  await system.deps.db.delete(errorGroups)
})

const report = async (body: Record<string, unknown>, options = {}) =>
  await system.call('POST', '/api/errors', {
    body: { error: 'TypeError: x', location: '/search', ...body },
    ...options,
  })

const groups = async (query = '') =>
  (await system.call('GET', `/api/admin/errors?${query}`, { as: people.superAdmin })).body.errors

test('errors that differ only in numbers, ids and values are one group, counted, the last as example', async () => {
  const stack = 'TypeError: x\n    at draw (http://localhost:3000/assets/page-a1b2c3d4.js:1:200)'
  const messages = ['lead 1 of "Acme"', 'lead 22 of "Zeta"', 'lead 3 of "O"']
  for (const error of messages) expect((await report({ error, errorInfo: stack })).status).toBe(204)
  await report({ error: 'lead 3 of "O"', errorInfo: stack.replace('draw', 'other') })
  expect((await groups()).map(({ count, error }) => ({ count, error }))).toEqual([
    { count: 1, error: 'lead 3 of "O"' },
    { count: 3, error: 'lead 3 of "O"' },
  ])
})

test('fifty errors at the same time are counted fifty times', async () => {
  await Promise.all(Array.from({ length: 50 }, async () => await report({})))
  expect(await groups()).toMatchObject([{ count: 50 }])
})

test('no part of a query, no token and no address of a stranger is kept, wherever it was', async () => {
  const secret = 'Zm9vYmFyMTIzNDU2Nzg5MGFiY2RlZkdISUo'
  const stack = `at f (https://x.example/p.js?key=${secret}:1:1)\nfetch /api/x?q=plumbers failed for jane@example.com\nauthorization: Bearer ${secret}`
  await report({
    error: `failed: /reset?token=${secret}`,
    errorInfo: stack,
    location: `https://h.example/a/b?q=plumbers#t=${secret}`,
  })
  const [group] = await groups()
  const text = JSON.stringify(group)
  for (const word of [secret, 'plumbers', 'jane@', 'h.example']) expect(text).not.toContain(word)
  expect(group?.sample).toMatchObject({ location: '/a/b', email: null, uid: null })
})

test('an error of a signed-in user is kept with them and the account they work in', async () => {
  await report({}, { as: people.member })
  const { userId: uid, email } = people.member
  expect((await groups())[0]?.sample).toMatchObject({ uid, email, id: people.owner.userId })
})

test('a client address may report thirty errors in a quarter of an hour', async () => {
  const statuses = []
  for (let n = 0; n < 31; n += 1) statuses.push((await report({}, { address: '192.0.2.77' })).status)
  expect(statuses.filter((status) => status === 204)).toHaveLength(30)
  expect(statuses.at(-1)).toBe(429)
})

test('a report larger than any that a page sends is refused', async () => {
  expect((await report({ error: 'x'.repeat(2001) })).status).toBe(422)
  expect((await report({ errorInfo: 'x'.repeat(20_000) })).status).toBe(413)
})

test('an error that was dealt with is open again when it happens again', async () => {
  await report({})
  const [group] = await groups('state=open')
  const path = `/api/admin/errors/${group?.id}`
  const resolved = await system.call('PATCH', path, { as: people.superAdmin, body: { state: 'resolved' } })
  expect(resolved.status).toBe(204)
  expect(await groups('state=open')).toEqual([])
  expect(await groups('state=resolved&type=rendering&q=typeerror')).toHaveLength(1)
  await report({})
  expect(await groups('state=open')).toMatchObject([{ id: group?.id, count: 2 }])
})

/** A bug: a table that the code needs is missing. */
async function withoutTable<T>(table: string, work: () => Promise<T>): Promise<T> {
  const rename = async (from: string, into: string) =>
    await system.database.pool.query(`ALTER TABLE ${from} RENAME TO ${into}`)
  await rename(table, 'gone')
  try {
    return await work()
  } finally {
    await rename('gone', table)
  }
}

const ban = async () =>
  await system.call('POST', `/api/admin/users/${people.member.userId}/ban`, {
    as: people.superAdmin,
    body: { reason: 'plumbers secret reason' },
  })

test('an unexpected error of the server is kept with its request, without what was sent', async () => {
  const answer = await withoutTable('audit_log', ban)
  expect(answer.status).toBe(500)
  expect(answer.text).not.toContain('audit_log')
  await vi.waitFor(
    async () => {
      expect(await groups('type=server')).toMatchObject([
        {
          error: expect.stringContaining('relation "audit_log" does not exist'),
          sample: {
            requestId: answer.body.requestId,
            location: `/api/admin/users/${people.member.userId}/ban`,
            email: people.superAdmin.email,
          },
        },
      ])
    },
    { timeout: 60_000 },
  )
  const rows = await system.deps.db.select().from(errorGroups).where(eq(errorGroups.type, 'server'))
  expect(JSON.stringify(rows)).not.toContain('plumbers')
})

test('an error that cannot be kept is logged once, and nothing more happens', async () => {
  const before = system.logLines.length
  const unkept = () => system.logLines.slice(before).filter((line) => line.includes('could not be kept'))
  await withoutTable('audit_log', async () => {
    await system.database.pool.query('ALTER TABLE error_groups RENAME TO groups_gone')
    try {
      expect((await ban()).status).toBe(500)
      await vi.waitFor(() => expect(unkept()).toHaveLength(1), { timeout: 60_000 })
    } finally {
      await system.database.pool.query('ALTER TABLE groups_gone RENAME TO error_groups')
    }
  })
  expect(system.logLines.slice(before).filter((line) => line.includes('request failed'))).toHaveLength(1)
})
