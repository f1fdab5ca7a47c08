import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DownloadDeps, downloadQueue, type FaultPoint } from './ports.ts'
import { quoteDownload } from './price-download.ts'
import { getDownload, listDownloads, openDownloadFile } from './queries.ts'
import { downloads } from './tables.ts'
import { ask, type DownloadSystem, newCompany, openDownloadSystem } from './testing.ts'
import { sweepDownloads } from './upkeep/commands.ts'
import { checkDownloads } from './upkeep/queries.ts'
import { MAX_ATTEMPTS, recoverDownloads } from './writing/commands.ts'

let system: DownloadSystem
let deps: DownloadDeps

beforeAll(async () => {
  system = await openDownloadSystem()
  deps = system.deps
})

afterAll(async () => await system?.close())

describe('a crash', () => {
  const crash = (point: FaultPoint): DownloadDeps => ({
    ...deps,
    faults: (reached) => {
      if (reached === point) throw new Error(`stopped at ${point}`)
    },
  })

  test.each(['reserved', 'mid-file', 'renamed', 'committed'] as const)(
    'of the job at "%s" ends in one file and one debit when the job runs again',
    async (point) => {
      const scope = await newCompany(deps.db, { now: system.clock.now() })
      const { id } = await system.confirm(scope, { limit: 40 })
      await expect(system.run(id, crash(point))).rejects.toThrow(`stopped at ${point}`)
      const isOver = point === 'committed'
      expect(await getDownload(deps, scope, id)).toMatchObject(
        isOver ? { state: 'ready', retrying: false } : { state: 'reserved', retrying: true, progress: 0 },
      )
      await system.run(id)
      await system.run(id)
      expect(await getDownload(deps, scope, id)).toMatchObject({ state: 'ready', newLeads: 40 })
      expect((await system.readRows(scope, id)).length).toBe(40)
      expect(await system.left(scope)).toBe(4960)
      expect(await system.violations()).toEqual([])
    },
  )

  test('that also lost the job is noticed, and the download gets another', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    const { id } = await system.confirm(scope, { limit: 5 })
    const isItsJob = sql`name = ${downloadQueue} AND data->>'downloadId' = ${id}`
    const countJobs = async () =>
      (await deps.db.execute(sql`SELECT 1 FROM pgboss.job WHERE ${isItsJob}`)).rows.length
    expect(await recoverDownloads(deps)).toBe(0)
    await deps.db.execute(sql`DELETE FROM pgboss.job WHERE ${isItsJob}`)
    expect(await system.violations()).toEqual([expect.objectContaining({ invariant: 'I12', id })])
    expect(await recoverDownloads(deps)).toBe(1)
    expect(await countJobs()).toBe(1)
    await system.run(id)
    expect(await system.violations()).toEqual([])
  })

  test('of the whole process leaves a download that is soon shown as tried again', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    const { id } = await system.confirm(scope, { limit: 5 })
    expect(await getDownload(deps, scope, id)).toMatchObject({ state: 'reserved', retrying: false })
    await deps.db
      .update(downloads)
      .set({ state: 'writing', attempts: 1, updatedAt: system.clock.now() })
      .where(eq(downloads.id, id))
    expect(await getDownload(deps, scope, id)).toMatchObject({ state: 'writing', retrying: false })
    system.clock.advance(6_000)
    expect(await getDownload(deps, scope, id)).toMatchObject({ state: 'writing', retrying: true })
    await system.run(id)
    expect(await getDownload(deps, scope, id)).toMatchObject({ state: 'ready', retrying: false })
  })

  test('of a confirm before its transaction costs nothing, and what it froze is swept', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    await expect(system.confirm(scope, { limit: 40 }, crash('frozen'))).rejects.toThrow('stopped at frozen')
    expect(await listDownloads(deps, scope)).toEqual([])
    expect(await system.left(scope)).toBe(5000)
    system.clock.advance(50 * 60_000)
    expect((await sweepDownloads(deps)).frozen).toBeGreaterThan(0)
    expect((await sweepDownloads(deps)).frozen).toBe(0)
    expect(await system.violations()).toEqual([])
  })

  test('that happens every time gives the credits back', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    const { id } = await system.confirm(scope, { limit: 40 })
    for (let attempt = 1; attempt < 6; attempt++)
      await expect(system.run(id, crash('renamed'))).rejects.toThrow()
    await system.run(id, crash('renamed'))
    expect(await getDownload(deps, scope, id)).toMatchObject({ state: 'failed', csvFile: null })
    expect(await system.left(scope)).toBe(5000)
    await expect(openDownloadFile(deps, scope, id)).rejects.toMatchObject({ code: 'gone' })
    expect(await quoteDownload(deps, scope, ask({ limit: 40 }))).toMatchObject({ newLeads: 40 })
    expect(await system.violations()).toEqual([])
  })

  test('leaves attempts behind that are swept once they are old, but never the file that is ready', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    const { id } = await system.confirm(scope, { limit: 7 })
    await expect(system.run(id, crash('renamed'))).rejects.toThrow()
    await system.run(id)
    system.clock.set(new Date(Date.now() + 2 * 3_600_000).toISOString())
    expect(await checkDownloads(deps)).toContainEqual(expect.objectContaining({ invariant: 'I12' }))
    await sweepDownloads(deps)
    expect((await system.readRows(scope, id)).length).toBe(7)
    expect(await system.violations()).toEqual([])
    system.clock.set('2026-03-01T12:00:00Z')
  })
})

describe('a full disk', () => {
  /** The folder store on a disk that has space for only so many more bytes. */
  const withRoom = (bytes: number): DownloadDeps => ({
    ...deps,
    files: {
      ...deps.files,
      write: async (key, body) => await deps.files.write(key, Readable.from(upTo(bytes, body))),
    },
  })

  async function* upTo(bytes: number, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let left = bytes
    for await (const chunk of body) {
      left -= chunk.length
      if (left < 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      yield chunk
    }
  }

  async function filesOf(id: string): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of deps.files.list('downloads/')) if (key.includes(id)) keys.push(key)
    return [...keys, ...(await readdir(join(system.filesDir, '.unfinished')))]
  }

  test('ends the download as failed, gives its credits back and leaves no half file', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    const full = withRoom(20_000)
    const { id } = await system.confirm(scope, {})
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      await expect(system.run(id, full)).rejects.toMatchObject({ code: 'ENOSPC' })
      expect(await filesOf(id)).toEqual([])
      await expect(openDownloadFile(deps, scope, id)).rejects.toMatchObject({ code: 'conflict' })
      expect(await system.left(scope)).toBe(4400)
    }
    await system.run(id, full)
    expect(await getDownload(deps, scope, id)).toMatchObject({
      ...{ state: 'failed', csvFile: null, bytes: null, sha256: null },
      failure: 'The file could not be written',
    })
    expect(await filesOf(id)).toEqual([])
    expect(await system.left(scope)).toBe(5000)
    await expect(openDownloadFile(deps, scope, id)).rejects.toMatchObject({ code: 'gone' })
    expect(await system.violations()).toEqual([])
  })

  test.each(['csv', 'xlsx'])('that gets space again ends in a whole %s file', async (format) => {
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    const { id } = await system.confirm(scope, { format })
    await expect(system.run(id, withRoom(5_000))).rejects.toMatchObject({ code: 'ENOSPC' })
    await system.run(id)
    const made = await getDownload(deps, scope, id)
    expect(made).toMatchObject({ state: 'ready', downloadCount: 600, newLeads: 600 })
    expect((await system.readFile(scope, id)).length).toBe(made.bytes)
    expect(await filesOf(id)).toHaveLength(1)
    expect(await system.violations()).toEqual([])
  })
})
