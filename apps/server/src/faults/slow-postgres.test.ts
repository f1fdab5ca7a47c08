import { openTcpProxy, type TcpProxy } from '@freeor/testing/tcp-proxy'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addPeople, type People } from '../testing/people.ts'
import { openTestSystem, type TestSystem } from '../testing/test-system.ts'

/** The application while the way to its PostgreSQL goes silent, is cut, or every connection is taken. */

let proxy: TcpProxy
let system: TestSystem
let people: People
let newcomers = 0

beforeAll(async () => {
  system = await openTestSystem({
    jobs: false,
    database: {
      limits: { connectMilliseconds: 5_000, statementMilliseconds: 5_000 },
      through: async (url) => {
        proxy = await openTcpProxy(url)
        return proxy.url
      },
    },
  })
  people = await addPeople(system.deps, system.call)
})

afterAll(async () => {
  proxy.resume()
  await system.close()
  await proxy.close()
})

const readHealth = async () => await system.call('GET', '/api/health')

/** One call of each way to the database: a session, a signed-in reading, a login, a sign-up, a public page's data. */
const calls = () => {
  const email = `somebody${++newcomers}@example.com`
  const password = 'a password of somebody'
  const as = people.owner
  return [
    system.call('GET', '/api/me', { as }),
    system.call('GET', '/api/downloads', { as, via: 'bearer' }),
    system.call('GET', '/api/dictionaries', { as }),
    system.call('GET', '/api/account/sessions', { as }),
    system.call('POST', '/api/auth/sign-in/email', { body: { email, password } }),
    system.call('POST', '/api/auth/sign-up/email', { body: { email, password } }),
    system.call('POST', '/api/auth/request-password-reset', { body: { email: `nobody.${email}` } }),
  ]
}

async function expectOutage(): Promise<void> {
  for (const { status, body, text } of await Promise.all(calls()))
    expect({ status, body }, text).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  await vi.waitFor(
    async () => {
      const { status, body } = await readHealth()
      expect(status).toBe(503)
      expect(body).toMatchObject({ status: 'degraded', postgres: 'down', clickhouse: 'ok' })
    },
    { timeout: 60_000 },
  )
}

async function expectRecovery(): Promise<void> {
  await vi.waitFor(
    async () => {
      expect((await readHealth()).body).toMatchObject({ status: 'ok', postgres: 'ok' })
      expect((await system.call('GET', '/api/me', { as: people.owner })).status).toBe(200)
      // Within limits as short as these a slow machine may refuse one of a round once more.
      for (const { status, text } of await Promise.all(calls())) expect(status, text).toBeLessThan(500)
    },
    { timeout: 60_000, interval: 50 },
  )
}

test('a PostgreSQL that gives no answer makes every call `unavailable`, and all is well once it answers', async () => {
  proxy.hang()
  await expectOutage()
  proxy.resume()
  await expectRecovery()
})

test('a PostgreSQL that is cut off makes every call `unavailable`, and all is well once it is back', async () => {
  proxy.cut()
  await expectOutage()
  proxy.resume()
  await expectRecovery()
})

test('with every connection taken calls are `unavailable`, not waiting, and the first one free serves again', async () => {
  const { pool } = system.database
  const taken: { release(): void }[] = []
  try {
    for (let n = 0; n < 10; n++) taken.push(await pool.connect())
    await expectOutage()
  } finally {
    for (const client of taken) client.release()
  }
  await expectRecovery()
})
