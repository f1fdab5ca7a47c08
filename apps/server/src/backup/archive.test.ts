import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createArchive, openArchive } from './archive.ts'

const run = promisify(execFile)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeor-archive-'))
})

afterAll(async () => await rm(folder, { recursive: true, force: true }))

const sizes = [0, 1, 511, 512, 513, 3_000_000]

test('members of any size read back as they were, here and with tar', async () => {
  const path = join(folder, 'a.tar')
  const writer = await createArchive(path)
  for (const size of sizes) await writer.add(`part/${size}`, Readable.from([Buffer.alloc(size, size % 251)]))
  await writer.finish()
  await writer.close()
  const reader = await openArchive(path)
  expect(reader.names).toEqual(sizes.map((size) => `part/${size}`))
  for (const size of sizes)
    expect((await buffer(reader.read(`part/${size}`))).equals(Buffer.alloc(size, size % 251))).toBe(true)
  await reader.close()
  const { stdout } = await run('tar', ['-tvf', path])
  expect(stdout.trim().split('\n')).toHaveLength(sizes.length)
  expect(stdout).toMatch(/3000000 .* part\/3000000/)
})

test('a file that is there is not written over', async () => {
  const path = join(folder, 'b.tar')
  const writer = await createArchive(path)
  await writer.finish()
  await writer.close()
  await expect(createArchive(path)).rejects.toThrow('EEXIST')
})
