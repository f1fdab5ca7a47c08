import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startTestOlap } from '@freeor/testing/olap'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { feedPipe, openPipeStock } from './embedded-pipes.ts'
import { engineUnavailable } from './olap-error.ts'
import { anyRow, testCaps } from './testing.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeor-pipes-'))
})
afterEach(async () => await rm(folder, { recursive: true, force: true }))

async function* rows(count: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) yield Buffer.from(`${i}\n`)
}
const beforeAbort = async () => undefined

test('statements that end before they read their rows hold no thread, however many there are', async () => {
  // More than the process has threads for files: one that waited would keep all others from ending.
  const pipes = openPipeStock(folder)
  const ended = Array.from({ length: 12 }, async (_, i) => {
    const settled = Promise.reject(new Error(`refused ${i}`))
    settled.catch(() => undefined)
    await pipes.use(async (path) => await feedPipe(path, rows(1), { settled, beforeAbort }))
  })
  const messages = (await Promise.allSettled(ended)).map(
    (one) => one.status === 'rejected' && one.reason.message,
  )
  expect(messages).toEqual(Array.from({ length: 12 }, (_, i) => `refused ${i}`))
  await pipes.close()
  expect(await readdir(folder)).toEqual([])
})

test('rows wait for a late reader, which gets all of them and the end', async () => {
  const read = await openPipeStock(folder).use(async (path) => {
    const late = Promise.withResolvers<string>()
    const fed = feedPipe(path, rows(50_000), { settled: late.promise, beforeAbort })
    setImmediate(() => text(createReadStream(path)).then(late.resolve, late.reject))
    await fed
    return await late.promise
  })
  expect(read).toBe(`${Array.from({ length: 50_000 }, (_, i) => i).join('\n')}\n`)
})

test('a statement that failed says so, though an engine that starts again has removed its pipe', async () => {
  const use = openPipeStock(folder).use(async () => {
    await rm(folder, { recursive: true })
    throw engineUnavailable()
  })
  await expect(use).rejects.toMatchObject({ code: 'unavailable' })
  // Its folder is made in a moment.
  const early = openPipeStock(folder).use(async () => undefined)
  await expect(early).rejects.toMatchObject({ code: 'unavailable' })
})

/** How often `mkfifo` is started meanwhile. */
async function countStarts(work: () => Promise<unknown>): Promise<number> {
  const started: ChildProcess[] = []
  // Told before the program is known.
  const note = (message: unknown) => void started.push((message as { process: ChildProcess }).process)
  subscribe('child_process', note)
  await work().finally(() => unsubscribe('child_process', note))
  return started.filter(({ spawnfile }) => spawnfile === 'mkfifo').length
}

test('users at the same time and one after the other have a pipe each, of few processes', async () => {
  const pipes = openPipeStock(folder)
  const used = new Set<string>()
  const use = async () => {
    await pipes.use(async (path) => {
      expect((await stat(path)).isFIFO()).toBe(true)
      used.add(path)
    })
  }
  const starts = await countStarts(async () => {
    await Promise.all(Array.from({ length: 100 }, use))
    for (let i = 0; i < 200; i++) await use()
  })
  expect(used.size).toBe(300)
  expect(starts).toBe(2)
})

test('pipes that an engine has removed as it started again are not given to anybody', async () => {
  const pipes = openPipeStock(folder, 3)
  await pipes.fill()
  await rm(folder, { recursive: true })
  await mkdir(folder)
  await pipes.use(async (path) => expect((await stat(path)).isFIFO()).toBe(true))
})

test('pipes that are being made as the stock is closed do not stay', async () => {
  const pipes = openPipeStock(folder)
  const filled = pipes.fill()
  await pipes.close()
  await filled
  expect(await readdir(folder)).toEqual([])
})

/** Only two of the pipes can be made meanwhile, as on a disk that is full. */
async function withoutRoom(work: () => Promise<void>): Promise<void> {
  const programs = await mkdtemp(join(tmpdir(), 'freeor-programs-'))
  // Called with `-m 600` and the paths.
  const failing = '#!/bin/sh\nPATH=/usr/bin:/bin mkfifo "$3" "$4"\nexit 1\n'
  await writeFile(join(programs, 'mkfifo'), failing, { mode: 0o700 })
  vi.stubEnv('PATH', `${programs}:/usr/bin:/bin`)
  try {
    await work()
  } finally {
    vi.unstubAllEnvs()
    await rm(programs, { recursive: true })
  }
}

test('of pipes that could not all be made none is left', async () => {
  await withoutRoom(async () => {
    await expect(openPipeStock(folder).use(async () => undefined)).rejects.toThrow('Command failed')
  })
  expect(await readdir(folder)).toEqual([])
})

test('an engine starts and is searched while there is no room for pipes', async () => {
  await withoutRoom(async () => {
    const { olap, close } = await startTestOlap()
    onTestFinished(close)
    const one = await olap.ask({ sql: 'SELECT 1 AS one', row: anyRow, caps: testCaps })
    expect(one).toEqual([{ one: 1 }])
  })
})
