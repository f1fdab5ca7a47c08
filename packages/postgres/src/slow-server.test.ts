import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTcpProxy, type TcpProxy } from '@freeor/testing/tcp-proxy'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type OpenDatabase, openDatabase } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { isOutage } from './outage.ts'

/** A PostgreSQL that runs but is slow, silent or full: nothing waits without end, and all is well afterwards. */

const CONNECTIONS = 12
let dataDir: string
let server: EmbeddedPostgres
let proxy: TcpProxy
let database: OpenDatabase

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'freeor-slow-'))
  const settings = { max_connections: String(CONNECTIONS), fsync: 'off' }
  const options = { dataDir, settings, log: () => undefined }
  server = await startEmbeddedPostgres(options)
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true })
})
beforeEach(async () => {
  proxy = await openTcpProxy(server.url)
  database = openDatabase(proxy.url, {
    connections: 3,
    // On a machine with other load a connection takes seconds, and a statement more than half of one.
    connectMilliseconds: 5_000,
    statementMilliseconds: 2_000,
  })
})
afterEach(async () => {
  await proxy.close()
  await database.close()
})

const ask = async () => await database.db.execute(sql`SELECT 1 AS one`)
const outageOf = async (work: Promise<unknown>) => isOutage(await work.then(() => undefined, reasonOf))

function reasonOf(error: unknown): unknown {
  return error
}

/** Waits for an answer, however slow the machine is: what is tested begins with a connection that works. */
const recover = async () => await vi.waitFor(ask, { timeout: 60_000, interval: 20 })

test('a statement that takes too long is ended by the server, and its connection still works', async () => {
  await recover()
  expect(await outageOf(database.db.execute(sql`SELECT pg_sleep(60)`))).toBe(true)
  await ask()
  expect(database.pool.totalCount).toBe(1)
})

test('over a network that went silent, statements, transactions and waits for a connection all end', async () => {
  await Promise.all([recover(), recover(), recover()])
  proxy.hang()
  const inTransaction = () =>
    database.db.transaction(async (tx) => {
      await tx.execute(sql`SELECT 1`)
    })
  const works = Array.from({ length: 6 }, () => [ask(), inTransaction()]).flat()
  expect(await Promise.all(works.map(outageOf))).toEqual(works.map(() => true))
  proxy.resume()
  await recover()
  await Promise.all(Array.from({ length: 6 }, inTransaction))
})

test('a transaction whose network goes silent midway ends, and throws what went wrong in it', async () => {
  await recover()
  const broken = database.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1`)
    proxy.hang()
    await tx.execute(sql`SELECT 2`)
  })
  await expect(broken).rejects.toMatchObject({ cause: { message: 'Query read timeout' } })
  proxy.resume()
  await recover()
})

test('a connection that is cut is an outage, and the next statement after it works', async () => {
  await recover()
  const cut = database.db.execute(sql`SELECT pg_sleep(60)`)
  const ended = outageOf(cut)
  proxy.cut()
  expect(await ended).toBe(true)
  expect(await outageOf(ask())).toBe(true)
  proxy.resume()
  await recover()
})

test('a server with all connections in use is an outage until one is free', async () => {
  const others: pg.Client[] = []
  const takeAll = async () => {
    while (others.length < CONNECTIONS + 1) {
      const client = new pg.Client({ connectionString: server.url })
      client.on('error', () => undefined)
      await client.connect()
      others.push(client)
    }
  }
  await expect(takeAll()).rejects.toMatchObject({ code: '53300' })
  expect(await outageOf(ask())).toBe(true)
  await Promise.all(others.map((client) => client.end()))
  await recover()
})

test('a wrong statement is no outage', async () => {
  await recover()
  for (const wrong of [sql`SELECT 1/0`, sql`SELECT * FROM nowhere`])
    expect(await outageOf(database.db.execute(wrong))).toBe(false)
})
