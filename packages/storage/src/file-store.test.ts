import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFolderStore } from './folder.ts'
import type { FileStore } from './ports.ts'
import { openS3Store } from './s3.ts'
import { startTestS3Server, type TestS3Server } from './testing.ts'

let dir: string
let server: TestS3Server

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'freeor-files-'))
  server = await startTestS3Server()
})
afterEach(async () => {
  await server.close()
  await rm(dir, { recursive: true })
})

const stores: [string, () => FileStore][] = [
  ['a folder', () => openFolderStore(dir)],
  ['S3', () => openS3Store(server.url)],
  ['a folder of an S3 bucket', () => openS3Store(server.url.replace('/files?', '/files/shop/one?'))],
]

async function listKeys(store: FileStore, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return keys
}

describe.each(stores)('in %s', (_name, open) => {
  test('a written file is read back, with its size and SHA-256', async () => {
    const store = open()
    const content = randomBytes(100_000)
    const written = await store.write(
      'downloads/dl_1/leads.csv',
      Readable.from([content.subarray(0, 7), content.subarray(7)]),
    )
    expect(written).toEqual({ bytes: 100_000, sha256: createHash('sha256').update(content).digest('hex') })
    expect((await buffer(await store.read('downloads/dl_1/leads.csv'))).equals(content)).toBe(true)
    const found = await store.stat('downloads/dl_1/leads.csv')
    expect(found?.bytes).toBe(100_000)
    expect(Math.abs(Date.now() - (found?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000)
  })

  test('a file of many parts is whole', async () => {
    const store = open()
    const content = randomBytes(12 << 20)
    const chunks = Array.from({ length: 12 }, (_, index) => content.subarray(index << 20, (index + 1) << 20))
    expect((await store.write('big', Readable.from(chunks))).bytes).toBe(content.length)
    expect((await buffer(await store.read('big'))).equals(content)).toBe(true)
    expect(server.uploads.size).toBe(0)
  })

  test('an empty file is a file', async () => {
    const store = open()
    expect(await store.write('empty', Readable.from([]))).toMatchObject({ bytes: 0 })
    expect(await text(await store.read('empty'))).toBe('')
    expect(await store.stat('empty')).toMatchObject({ bytes: 0 })
  })

  test('a range is the bytes from start to end, both included, and is cut at the end of the file', async () => {
    const store = open()
    await store.write('digits', Readable.from([Buffer.from('0123456789')]))
    expect(await text(await store.read('digits', { start: 2, end: 4 }))).toBe('234')
    expect(await text(await store.read('digits', { start: 9, end: 9 }))).toBe('9')
    expect(await text(await store.read('digits', { start: 8, end: 100 }))).toBe('89')
  })

  test.each([
    { start: 10, end: 12 },
    { start: 5, end: 4 },
    { start: -1, end: 4 },
  ])('the range %o of ten bytes cannot be satisfied', async (range) => {
    const store = open()
    await store.write('digits', Readable.from([Buffer.from('0123456789')]))
    await expect(store.read('digits', range)).rejects.toMatchObject({ code: 'range_not_satisfiable' })
  })

  test('a missing file is not found, and removing it does nothing', async () => {
    const store = open()
    await expect(store.read('none')).rejects.toMatchObject({ code: 'not_found' })
    expect(await store.stat('none')).toBeUndefined()
    await store.remove('none')
    await store.remove('none/below')
    expect(await listKeys(store, '')).toEqual([])
  })

  test('a body that fails midway leaves only the old file', async () => {
    const store = open()
    await store.write('report', Readable.from([Buffer.from('old')]))
    async function* failing() {
      yield randomBytes(6 << 20)
      yield randomBytes(1 << 20)
      throw new Error('the source broke')
    }
    await expect(store.write('report', Readable.from(failing()))).rejects.toThrow('the source broke')
    expect(await text(await store.read('report'))).toBe('old')
    expect(await listKeys(store, '')).toEqual(['report'])
    expect(server.uploads.size).toBe(0)
  })

  test('a file is replaced and removed', async () => {
    const store = open()
    await store.write('a/b', Readable.from([Buffer.from('one')]))
    await store.write('a/b', Readable.from([Buffer.from('two')]))
    expect(await text(await store.read('a/b'))).toBe('two')
    await store.remove('a/b')
    expect(await store.stat('a/b')).toBeUndefined()
  })

  test('a listing has every key with the prefix, in order, over several pages', async () => {
    const store = open()
    const keys = ['a-b', 'a.txt', 'a/1', 'a/2', 'a/x/1', 'a/x-1', 'ab', 'b/1', 'b/2']
    for (const key of keys) await store.write(key, Readable.from([Buffer.from(key)]))
    expect(await listKeys(store, '')).toEqual(keys.toSorted())
    expect(await listKeys(store, 'a/')).toEqual(['a/1', 'a/2', 'a/x-1', 'a/x/1'])
    expect(await listKeys(store, 'a/x')).toEqual(['a/x-1', 'a/x/1'])
    expect(await listKeys(store, 'b/2')).toEqual(['b/2'])
    expect(await listKeys(store, 'c')).toEqual([])
  })

  test.each([
    '',
    '/etc/passwd',
    '../up',
    'a/../b',
    'a//b',
    'a/',
    '.hidden',
    'a/.x',
    'a\\b',
    'a\0b',
    'é',
    'a b',
    'x'.repeat(501),
  ])('%j is not a key', async (key) => {
    const store = open()
    await expect(store.write(key, Readable.from([]))).rejects.toMatchObject({ code: 'bad_request' })
    await expect(store.read(key)).rejects.toMatchObject({ code: 'bad_request' })
    await expect(store.stat(key)).rejects.toMatchObject({ code: 'bad_request' })
    await expect(store.remove(key)).rejects.toMatchObject({ code: 'bad_request' })
  })

  test.each(['../', '/etc', 'a/../', '.', 'a//'])('%j is not a prefix of a key', async (prefix) => {
    await expect(listKeys(open(), prefix)).rejects.toMatchObject({ code: 'bad_request' })
  })
})

test('the part file of a killed write is removed an hour later, a younger one is kept', async () => {
  const store = openFolderStore(dir)
  await store.write('a', Readable.from([]))
  const unfinished = join(dir, '.unfinished')
  await writeFile(join(unfinished, 'old'), '')
  await writeFile(join(unfinished, 'young'), '')
  const then = new Date(Date.now() - 2 * 60 * 60 * 1000)
  await utimes(join(unfinished, 'old'), then, then)
  await openFolderStore(dir).write('b', Readable.from([]))
  expect(await readdir(unfinished)).toEqual(['young'])
})

test('a bucket that refuses or does not answer is unavailable, and the body is destroyed', async () => {
  const store = openS3Store(server.url)
  server.refuseWrites(403)
  const body = Readable.from([randomBytes(1000)])
  await expect(store.write('a', body)).rejects.toMatchObject({ code: 'unavailable' })
  const long = Readable.from(Array.from({ length: 30 }, () => randomBytes(1 << 20)))
  await expect(store.write('a', long)).rejects.toMatchObject({ code: 'unavailable' })
  expect(long.destroyed).toBe(true)
  await server.close()
  await expect(store.stat('a')).rejects.toMatchObject({ code: 'unavailable' })
  server = await startTestS3Server()
})

test('an address without key, secret or bucket is refused with a message that says what is needed', () => {
  expect(() => openS3Store('https://s3.example.org/bucket')).toThrow(/must look like https:.*bucket/)
  expect(() => openS3Store('https://k:%zz@s3.example.org/bucket')).toThrow(/must look like https:.*bucket/)
  expect(() => openS3Store('https://k:s@s3.example.org/')).toThrow(/must look like https:.*bucket/)
})
