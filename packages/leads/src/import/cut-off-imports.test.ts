import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '@freeor/kernel/errors'
import { showLife } from '@freeor/postgres/liveness'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { datasets } from '../dictionaries/tables.ts'
import { importLeads } from './commands.ts'
import type { ImportSource } from './ports.ts'
import { checkImports } from './queries.ts'
import { cancelImport } from './records/commands.ts'
import { openImportWatch } from './records/end-unattended.ts'
import { listPendingRetries } from './records/list-pending-retries.ts'
import { CutOff, isRetrying } from './records/retries.ts'
import { imports } from './tables.ts'
import { memorySource, openImportFixture } from './testing.ts'

const fixture = openImportFixture()
const { run } = fixture

afterEach(async () => {
  await fixture.deps.db.delete(imports)
})

type Row = typeof imports.$inferInsert

/** An import of a dictionary that nothing serves yet. */
async function addRunning(dictId: string, more: Partial<Row> = {}): Promise<string> {
  const { db } = fixture.deps
  const now = new Date()
  const id = `imp_${dictId}`
  await db.insert(datasets).values({ dictId, name: dictId, createdAt: now }).onConflictDoNothing()
  await db.insert(imports).values({
    ...{ id, dictId, version: 2, state: 'running', phase: 'reading' },
    ...{ sourceName: 'x', bytesTotal: 1, startedAt: now, progressAt: now },
    ...more,
  })
  return id
}

const isOf = (id: string) => eq(imports.id, id)

const readState = async (id: string) =>
  (await fixture.deps.db.select().from(imports).where(isOf(id))).map(({ state, failure, isCutOff }) => ({
    state,
    failure,
    isCutOff,
  }))[0]

const isEnded = { state: 'failed', failure: 'The process that ran it ended', isCutOff: true }
const goesOn = { state: 'running', failure: null, isCutOff: false }

/** A watch whose seconds pass when told. `look` gives what it has ended. */
function watch() {
  let milliseconds = 0
  const look = openImportWatch(fixture.deps, () => milliseconds)
  return async (seconds: number) => {
    milliseconds += seconds * 1000
    return await look()
  }
}

const sign = async (id: string) => {
  const { db } = fixture.deps
  await db.update(imports).set({ progressAt: new Date() }).where(isOf(id))
}

test('an import whose process was killed is ended within 8 s', async () => {
  const id = await addRunning('killed-one')
  const look = watch()
  for (const seconds of [0, 2, 2]) expect(await look(seconds)).toBe(0)
  expect(await look(2)).toBe(1)
  expect(await readState(id)).toEqual(isEnded)
})

test('an import whose process hangs is ended within 14 s, though its connection is there', async () => {
  const id = await addRunning('hanging')
  const life = await showLife(fixture.deps.db, id)
  const look = watch()
  for (const seconds of [0, 2, 2, 2, 2, 2]) expect(await look(seconds)).toBe(0)
  expect(await look(2)).toBe(1)
  expect(await readState(id)).toEqual(isEnded)
  life.end()
})

test('an import that gives signs goes on, also without its connection', async () => {
  const id = await addRunning('living')
  const look = watch()
  for (let at = 0; at < 10; at++) {
    await sign(id)
    expect(await look(2)).toBe(0)
  }
  expect(await readState(id)).toEqual(goesOn)
})

test('after the machine slept no import is ended for its silence meanwhile', async () => {
  const id = await addRunning('slept', { progressAt: new Date(Date.now() - 3_600_000) })
  const look = watch()
  for (const seconds of [0, 2, 3600, 2, 2]) expect(await look(seconds)).toBe(0)
  await sign(id)
  expect(await look(2)).toBe(0)
  expect(await readState(id)).toEqual(goesOn)
})

test('the doctor names an import that nobody runs and nobody has ended', async () => {
  const id = await addRunning('stopped', { progressAt: new Date(Date.now() - 60_000) })
  const named = { invariant: 'I12', id, detail: 'an import of stopped that nobody runs' }
  expect(await checkImports(fixture.deps)).toContainEqual(named)
})

/** A file that goes on for 20 s, unless its reader stops. */
function slowSource(): ImportSource {
  const piece = Array.from({ length: 20_000 }, (_, i) => `${i},n${i}`).join('\n')
  async function* pieces() {
    yield Buffer.from('ID,Name\n')
    for (let at = 0; at < 400; at++) {
      yield Buffer.from(`${piece}\n`)
      if (at > 10) await setTimeout(50)
    }
  }
  return { name: 'slow.csv', bytes: 100_000_000, read: async () => Readable.from(pieces()) }
}

test('a process that was taken for dead stops its import, and nothing of it serves', async () => {
  await run('waking', 'ID,Name\n1,a\n')
  let begun = ''
  const onBegun = (id: string) => {
    begun = id
  }
  const faults = async (point: string) => {
    if (point !== 'mid-rows') return
    const gone = { state: 'failed', isCutOff: true, failure: 'gone', endedAt: new Date() } as const
    await fixture.deps.db.update(imports).set(gone).where(isOf(begun))
  }
  const order = { source: slowSource(), dictId: 'waking', onBegun }
  await expect(importLeads({ ...fixture.deps, faults }, order)).rejects.toThrow(CutOff)
  expect(await readState(begun)).toMatchObject({ state: 'failed', failure: 'gone' })
  expect((await run('waking', 'ID,Name\n1,a\n2,b\n')).version).toBe(3)
})

const uploaded = { uploadId: 'up_1', askedName: 'Ours' }
const cutOff = () => ({ state: 'failed', isCutOff: true, failure: 'gone', endedAt: new Date() }) as const

test('an upload’s import that was cut off is begun again once, with what was asked for', async () => {
  const id = await addRunning('again', { ...uploaded, ...cutOff(), userId: 'usr_1' })
  const pending = { uploadId: 'up_1', dictId: 'again', name: 'Ours', userId: 'usr_1' }
  const retry = { of: id, attempt: 2 }
  expect(await listPendingRetries(fixture.deps)).toEqual([{ ...pending, retry }])
  await importLeads(fixture.deps, { source: memorySource('ID,Name\n1,a\n'), ...pending, retry })
  expect(await listPendingRetries(fixture.deps)).toEqual([])
  const twice = importLeads(fixture.deps, { source: memorySource('ID,Name\n1,a\n'), ...pending, retry })
  await expect(twice).rejects.toThrow()
})

test.each([
  ['was cancelled', { ...uploaded, ...cutOff(), state: 'cancelled', isCutOff: false }],
  ['has a file that cannot be read', { ...uploaded, ...cutOff(), isCutOff: false }],
  ['has no upload', cutOff()],
  ['was the third attempt', { ...uploaded, ...cutOff(), attempt: 3 }],
  ['was cut off two days ago', { ...uploaded, ...cutOff(), endedAt: new Date(Date.now() - 2 * 86_400_000) }],
] satisfies [string, Partial<Row>][])('an import that %s is not begun again', async (_, row) => {
  await addRunning('not-again', row)
  expect(await listPendingRetries(fixture.deps)).toEqual([])
})

test('an import is not begun again where somebody has imported the dictionary since', async () => {
  await addRunning('newer', { ...uploaded, ...cutOff() })
  await run('newer', 'ID,Name\n1,b\n')
  expect(await listPendingRetries(fixture.deps)).toEqual([])
})

test('an import is begun again though the clock has been set back since the one before it', async () => {
  await run('set-back', 'ID,Name\n1,b\n')
  const startedAt = new Date(Date.now() + 3_600_000)
  await fixture.deps.db.update(imports).set({ startedAt }).where(eq(imports.dictId, 'set-back'))
  const id = await addRunning('set-back', { ...uploaded, ...cutOff() })
  expect(await listPendingRetries(fixture.deps)).toMatchObject([{ retry: { of: id, attempt: 2 } }])
})

test.each([
  ['the search engine is away', new AppError('unavailable', 'Away'), true],
  ['PostgreSQL is away', Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), true],
  ['the disk is full', new AppError('unavailable', 'Full', { details: { reason: 'disk_full' } }), false],
  ['the file is damaged', new AppError('invalid_request', 'Damaged'), false],
] as const)('where %s, an import counts as cut off: %s', async (_, error, isCutOff) => {
  let begun = ''
  const onBegun = (id: string) => {
    begun = id
  }
  const order = { source: memorySource('ID,Name\n1,a\n'), dictId: 'away', onBegun }
  const faults = async () => await Promise.reject(error)
  await expect(importLeads({ ...fixture.deps, faults }, order)).rejects.toThrow()
  expect(await readState(begun)).toMatchObject({ state: 'failed', isCutOff })
})

test('an import that is cancelled at another process ends, is not begun again, and its number is not used again', async () => {
  let begun = ''
  const ends: string[] = []
  const go = Promise.withResolvers<void>()
  const deps = {
    ...fixture.deps,
    onEnded: (result: string) => void ends.push(result),
    faults: async (point: string) => (point === 'stored' ? await go.promise : undefined),
  }
  const running = importLeads(deps, {
    ...{ source: memorySource('ID,Name\n1,a\n'), dictId: 'elsewhere', uploadId: 'up_1' },
    onBegun(id) {
      begun = id
    },
  })
  running.catch(() => undefined)
  await vi.waitFor(() => expect(begun).not.toBe(''), { timeout: 60_000 })
  expect(await cancelImport(fixture.deps, begun)).toBe(true)
  expect(await cancelImport(fixture.deps, begun)).toBe(false)
  // Somebody may import the dictionary at once, while the other process has not noticed yet.
  await run('elsewhere', 'ID,Name\n2,b\n')
  go.resolve()
  await expect(running).rejects.toThrow('cancelled')
  expect(ends).toEqual(['cancelled'])
  expect(await readState(begun)).toMatchObject({ state: 'cancelled', failure: 'It was cancelled' })
  expect(await listPendingRetries(fixture.deps)).toEqual([])
  const [dataset] = await fixture.deps.db.select().from(datasets).where(eq(datasets.dictId, 'elsewhere'))
  expect(dataset?.currentVersion).toBe(2)
})

test('an import is shown as tried again while nobody works on it, and not for ever', () => {
  const now = new Date()
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const running = {
    ...({ state: 'running', isCutOff: false, uploadId: 'up_1', attempt: 1, retriedBy: null } as const),
    ...{ progressAt: ago(1), endedAt: null },
  }
  const shown = (one: Parameters<typeof isRetrying>[0]) => isRetrying(one, now, ago(3600).getTime())
  expect(shown(running)).toBe(false)
  expect(shown({ ...running, progressAt: ago(7) })).toBe(true)
  const failed = { ...running, state: 'failed', isCutOff: true, endedAt: ago(1) } as const
  expect(shown(failed)).toBe(true)
  expect(shown({ ...failed, endedAt: ago(61) })).toBe(false)
  expect(shown({ ...failed, state: 'cancelled' })).toBe(false)
  expect(isRetrying({ ...failed, endedAt: ago(3600) }, now, ago(5).getTime())).toBe(true)
  expect(shown({ ...failed, retriedBy: 'imp_2' })).toBe(false)
  expect(shown({ ...failed, attempt: 3 })).toBe(false)
  expect(shown({ ...failed, uploadId: null })).toBe(false)
  expect(shown({ ...failed, isCutOff: false })).toBe(false)
})
