import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { feedPipe, withPipe } from './embedded-pipes.ts'
import { engineUnavailable } from './olap-error.ts'

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
  const ended = Array.from({ length: 12 }, async (_, i) => {
    const settled = Promise.reject(new Error(`refused ${i}`))
    settled.catch(() => undefined)
    await withPipe(folder, async (path) => await feedPipe(path, rows(1), { settled, beforeAbort }))
  })
  const messages = (await Promise.allSettled(ended)).map(
    (one) => one.status === 'rejected' && one.reason.message,
  )
  expect(messages).toEqual(Array.from({ length: 12 }, (_, i) => `refused ${i}`))
  expect(await readdir(folder)).toEqual([])
})

test('rows wait for a late reader, which gets all of them and the end', async () => {
  const read = await withPipe(folder, async (path) => {
    const late = Promise.withResolvers<string>()
    const fed = feedPipe(path, rows(50_000), { settled: late.promise, beforeAbort })
    setImmediate(() => text(createReadStream(path)).then(late.resolve, late.reject))
    await fed
    return await late.promise
  })
  expect(read).toBe(`${Array.from({ length: 50_000 }, (_, i) => i).join('\n')}\n`)
})

test('a statement that failed says so, though an engine that starts again has removed its pipe', async () => {
  const use = withPipe(folder, async () => {
    await rm(folder, { recursive: true })
    throw engineUnavailable()
  })
  await expect(use).rejects.toMatchObject({ code: 'unavailable' })
  // Its folder is made in a moment.
  const early = withPipe(folder, async () => undefined)
  await expect(early).rejects.toMatchObject({ code: 'unavailable' })
})
