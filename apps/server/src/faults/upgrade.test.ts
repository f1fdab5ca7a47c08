import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { startTestOlap, type TestOlap } from '@freeor/testing/olap'
import { type OldDatabase, openOldDatabase } from '@freeor/testing/old-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFiles } from '../compose.ts'
import { readConfig } from '../config.ts'
import { addFirstData, firstData, firstOwnedLeads } from '../testing/data-of-first-tables.ts'
import { clientOf } from '../testing/server-client.ts'
import { examine, newDataFolder, startServerProcess } from '../testing/server-process.ts'

/** An installation of the first version, with people and their work in it, is brought up to this version. */

const { email, password, companies, leadsLeft, file } = firstData

let folder: Awaited<ReturnType<typeof newDataFolder>>
let database: OldDatabase
let engine: TestOlap
let variables: Record<string, string>

beforeAll(async () => {
  ;[folder, database, engine] = await Promise.all([newDataFolder(), openOldDatabase(), startTestOlap()])
  variables = { DATABASE_URL: database.url, CLICKHOUSE_URL: engine.olap.url }
  await database.migrateTo(database.migrations[0] ?? '')
  await addFirstData(database)
  for (const sql of firstOwnedLeads) await engine.olap.write(sql)
  const files = openFiles(readConfig({ FREEOR_DATA: folder.dataDir }))
  await files.write(file.key, Readable.from([file.content]))
})

afterAll(async () => {
  await engine.close()
  await database.close()
  await folder.remove()
})

test('each migration keeps every row, and afterwards the doctor finds nothing', async () => {
  const losses: string[] = []
  for (const migration of database.migrations.slice(1)) {
    const before = await database.countRows()
    await database.migrateTo(migration)
    const after = await database.countRows()
    for (const [table, rows] of before)
      if ((after.get(table) ?? 0) < rows) losses.push(`${migration}: ${table}`)
  }
  expect(losses).toEqual([])
  const { invariants } = await examine(folder.dataDir, variables)
  expect(invariants.filter(({ ok }) => !ok)).toEqual([])
})

test('a server of this version starts on it, and its people find their login, leads, files and searches', async () => {
  const server = await startServerProcess(folder.dataDir, '', variables)
  try {
    const signedIn = await clientOf(server.url).call('POST', '/api/auth/sign-in/email', {
      body: { email, password },
    })
    expect(signedIn.status, signedIn.text).toBe(200)
    const client = clientOf(server.url, signedIn.body.token)
    const { body: me } = await client.call('GET', '/api/me')
    expect(me.company?.name).toBe('Company 0')
    expect(me.allowance?.leadsRemaining).toBeGreaterThanOrEqual(leadsLeft)
    const searches = await client.call('GET', '/api/saved-searches')
    expect(searches.text).toContain('Search 0')
    const answer = await fetch(new URL(`/api/downloads/${file.id}/file`, server.url), {
      headers: { authorization: `Bearer ${signedIn.body.token}` },
    })
    expect(answer.status).toBe(200)
    expect(
      createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex'),
    ).toBe(createHash('sha256').update(file.content).digest('hex'))
  } finally {
    await server.kill('SIGTERM')
  }
  const { rows } = await database.pool.query<{ companies: number; unnamed: number }>(
    "SELECT count(*)::int AS companies, count(*) FILTER (WHERE name = '')::int AS unnamed FROM companies WHERE id LIKE 'cmp_old%'",
  )
  expect(rows).toEqual([{ companies, unnamed: 0 }])
  expect((await examine(folder.dataDir, variables)).invariants.filter(({ ok }) => !ok)).toEqual([])
})
