import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { confirmDownload } from './commands.ts'
import type { DownloadDeps, FaultPoint } from './ports.ts'
import { getDownload } from './queries.ts'
import { accepted, ask, type DownloadSystem, newCompany, newKey, openDownloadSystem } from './testing.ts'

let system: DownloadSystem
let deps: DownloadDeps

beforeAll(async () => {
  system = await openDownloadSystem()
  deps = system.deps
})

afterAll(async () => await system?.close())

describe('many at the same time', () => {
  test('50 confirms with credit for 3 make 3 downloads', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now(), planID: 'freeor_free' })
    await system.make(scope, { limit: 22, offset: 400 })
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, async (_, offset) =>
        confirmDownload(deps, scope, { input: ask({ limit: 1, offset }), idempotencyKey: newKey() }),
      ),
    )
    const made = outcomes.filter(({ outcome }) => outcome === 'ok').map(accepted)
    expect(made).toHaveLength(3)
    expect(outcomes.filter(({ outcome }) => outcome === 'insufficient_credits')).toHaveLength(47)
    await Promise.all(made.map(async ({ id }) => system.run(id)))
    expect(await system.left(scope)).toBe(0)
    expect(await system.violations()).toEqual([])
  })

  test('the same key 20 times gives one download, another request under it is a conflict', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    const idempotencyKey = newKey()
    const input = ask({ limit: 5 })
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async () => confirmDownload(deps, scope, { input, idempotencyKey })),
    )
    expect(new Set(outcomes.map((outcome) => accepted(outcome).id)).size).toBe(1)
    expect(await system.left(scope)).toBe(4995)
    const other = confirmDownload(deps, scope, { input: ask({ limit: 6 }), idempotencyKey })
    await expect(other).rejects.toMatchObject({ code: 'conflict' })
    const missing = confirmDownload(deps, scope, { input, idempotencyKey: undefined })
    await expect(missing).rejects.toMatchObject({ code: 'bad_request' })
    const [{ count } = { count: 0 }] = (
      await deps.db.execute<{ count: number }>(
        sql`SELECT count(*)::int AS count FROM pgboss.job WHERE data->>'downloadId' = ${outcomes[0] && accepted(outcomes[0]).id}`,
      )
    ).rows
    expect(count).toBe(1)
  })

  test('two runs of one job make one ready file and one debit', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    const { id } = await system.confirm(scope, { limit: 30 })
    await Promise.all([system.run(id), system.run(id), system.run(id)])
    expect(await getDownload(deps, scope, id)).toMatchObject({ state: 'ready', newLeads: 30 })
    expect(await system.left(scope)).toBe(4970)
    expect(await system.violations()).toEqual([])
  })

  test('a download that another process finishes between count and reserve is counted again', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    const first = await system.confirm(scope, { limit: 50 })
    vi.resetModules()
    // Another process has its own module: it does not know of the turns taken in this one.
    const elsewhere = await import('./writing/commands.ts')
    let frozen = 0
    const faults = async (point: FaultPoint) => {
      if (point !== 'frozen') return
      frozen++
      if (frozen > 1) return
      await elsewhere.runDownload(deps, { downloadId: first.id, signal: new AbortController().signal })
    }
    const second = await system.confirm(scope, { limit: 80 }, { ...deps, faults })
    expect(frozen).toBe(2)
    expect(second).toMatchObject({ downloadCount: 80, newLeads: 30 })
    expect(await system.left(scope)).toBe(4920)
    await system.run(second.id)
    expect(await system.violations()).toEqual([])
  })

  test('downloads that overlap while under way charge no lead twice', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    const requests = Array.from({ length: 6 }, (_, index) => ({ limit: 100, offset: index * 50 }))
    const made = await Promise.all(requests.map(async (request) => system.confirm(scope, request)))
    expect(await system.left(scope)).toBe(5000 - 600)
    await Promise.all(made.map(async ({ id }) => system.run(id)))
    expect(await system.left(scope)).toBe(5000 - 350)
    expect(await system.violations()).toEqual([])
  })
})
