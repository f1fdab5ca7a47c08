import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logOptions } from '../logged-values.ts'
import { addPeople, type People } from '../testing/people.ts'
import { openTestSystem, type TestSystem } from '../testing/test-system.ts'

/** Whoever reads the log of a server, or what collects it, learns nothing that opens an account. */

let system: TestSystem
let people: People

beforeAll(async () => {
  system = await openTestSystem()
  people = await addPeople(system.deps, system.call)
})
afterAll(async () => await system.close())

/** What is logged while a table is missing, as after a failed upgrade: every statement with it fails. */
async function loggedWithout(table: string, work: () => Promise<{ status: number }>): Promise<string> {
  const before = system.logLines.length
  await system.database.pool.query(`ALTER TABLE ${table} RENAME TO gone`)
  try {
    expect((await work()).status).toBeGreaterThanOrEqual(500)
  } finally {
    await system.database.pool.query(`ALTER TABLE gone RENAME TO ${table}`)
  }
  const lines = system.logLines.slice(before).join('\n')
  expect(lines).toContain(`relation \\"${table}\\" does not exist`)
  expect(lines).toMatch(/\\n\s+at /)
  return lines
}

test('a session that could not be looked up is not in the log', async () => {
  const { token, cookie } = people.member
  const lines = await loggedWithout(
    'sessions',
    async () => await system.call('GET', '/api/me', { as: people.member }),
  )
  const [inCookie = ''] = /(?<=session_token=)[^.;]+/.exec(cookie) ?? []
  expect(inCookie.length).toBeGreaterThan(20)
  for (const secret of [token, inCookie]) expect(lines).not.toContain(secret)
})

test('a person who could not sign up is not in the log, nor what a password became', async () => {
  const body = { email: 'unlogged@people.example', password: 'a horse of no log', name: 'Unlogged Person' }
  const lines = await loggedWithout(
    'companies',
    async () => await system.call('POST', '/api/auth/sign-up/email', { body }),
  )
  expect(lines).not.toMatch(/unlogged|a horse of no log/i)
})

test('values are in no text that was made of an error, and in no error behind another one', () => {
  const lines: string[] = []
  const log = pino({ ...logOptions, level: 'info' }, { write: (line) => void lines.push(line) })
  const values = { params: ['secret-1'], detail: 'Key (email)=(secret-2) exists' }
  const failed = Object.assign(
    new Error('Failed query: select $1\nparams: secret-1\nand its second line'),
    values,
  )
  log.warn({ err: failed }, 'one')
  log.warn({ err: new AggregateError([failed], 'many', { cause: failed }) }, 'two')
  log.warn({ error: String(failed), cause: failed }, 'three')
  expect(lines).toHaveLength(3)
  for (const line of lines) {
    expect(line).toContain('Failed query: select $1')
    expect(line).not.toMatch(/secret-|its second line/)
  }
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: { type: 'Error', message: 'Failed query: select $1' },
  })
})
