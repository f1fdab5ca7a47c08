import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFolderStore } from '../folder.ts'
import type { FileStore } from '../ports.ts'
import { openS3Store } from '../s3.ts'
import { openTestBucket, type TestBucket } from '../testing.ts'
import { openUploads, type Upload, type Uploads } from './open-uploads.ts'

let dir: string
let bucket: TestBucket

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'freeor-uploads-'))
  bucket = await openTestBucket()
})
afterEach(async () => {
  await bucket.close()
  await rm(dir, { recursive: true })
})

const stores: [string, () => FileStore][] = [
  ['a folder', () => openFolderStore(dir)],
  ['S3', () => openS3Store(bucket.url)],
]
const note = { size: 26, metadata: { filename: 'a.txt' }, createdAt: '2030-01-01T00:00:00.000Z' }
const alphabet = 'abcdefghijklmnopqrstuvwxyz'

async function* bytesOf(...chunks: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk)
}

async function* cutOff(...chunks: readonly string[]): AsyncGenerator<Uint8Array> {
  yield* bytesOf(...chunks)
  throw new Error('The client is gone')
}

async function found(uploads: Uploads, id: string): Promise<Upload> {
  const upload = await uploads.find(id)
  if (!upload) throw new Error(`There is no upload ${id}`)
  return upload
}

async function keysOf(files: FileStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of files.list('')) keys.push(key)
  return keys
}

describe.each(stores)('in %s', (_name, open) => {
  test('an upload that arrives in pieces at two servers is one file, as a whole and in ranges', async () => {
    const [one, other] = [open(), open()].map((files) => openUploads(files, 'uploads/test', { partSize: 4 }))
    if (!one || !other) throw new Error('Two are opened')
    await one.begin('up_1', note)
    expect(await found(other, 'up_1')).toMatchObject({ ...note, offset: 0 })
    expect(await other.append('up_1', 0, bytesOf('abc', 'def', 'g'))).toBe(7)
    expect((await found(one, 'up_1')).offset).toBe(7)
    expect(await one.append('up_1', 7, bytesOf(alphabet.slice(7)))).toBe(26)
    const upload = await found(other, 'up_1')
    expect(upload.offset).toBe(26)
    expect(await text(await upload.read())).toBe(alphabet)
    for (const [start, end] of [
      [0, 0],
      [2, 8],
      [6, 6],
      [7, 25],
    ] as const)
      expect(await text(await upload.read({ start, end }))).toBe(alphabet.slice(start, end + 1))
  })

  test('what had arrived when a client went is kept, and it goes on from there', async () => {
    const uploads = openUploads(open(), 'uploads/test', { partSize: 10 })
    await uploads.begin('up_1', note)
    await expect(uploads.append('up_1', 0, cutOff('abcdefghijkl', 'mn'))).rejects.toThrow(
      'The client is gone',
    )
    expect((await found(uploads, 'up_1')).offset).toBe(14)
    // A server that took the same bytes late does not matter.
    await uploads.append('up_1', 5, bytesOf('fgh'))
    await uploads.append('up_1', 14, bytesOf(alphabet.slice(14)))
    await uploads.append('up_1', 12, bytesOf('mno'))
    const upload = await found(uploads, 'up_1')
    expect(upload.offset).toBe(26)
    expect(await text(await upload.read())).toBe(alphabet)
  })

  test('an upload of no bytes is whole, and one of many is read back the same', async () => {
    const uploads = openUploads(open(), 'uploads/test', { partSize: 300_000 })
    await uploads.begin('up_0', { ...note, size: 0 })
    const empty = await found(uploads, 'up_0')
    expect([empty.offset, await text(await empty.read())]).toEqual([0, ''])
    const content = Buffer.from(Uint8Array.from({ length: 2_000_000 }, (_, at) => (at * 31) % 251))
    await uploads.append(
      'up_2',
      0,
      (async function* () {
        for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536)
      })(),
    )
    await uploads.begin('up_2', { ...note, size: content.length })
    const upload = await found(uploads, 'up_2')
    expect((await buffer(await upload.read())).equals(content)).toBe(true)
  })

  test('uploads are listed by the beginning of their ids, and one that is removed leaves nothing', async () => {
    const files = open()
    const uploads = openUploads(files, 'uploads/test')
    for (const id of ['up_a_1', 'up_a_2', 'up_b_1']) await uploads.begin(id, note)
    await uploads.append('up_a_1', 0, bytesOf('abc'))
    const listed = await uploads.list('up_a_')
    expect([...listed.keys()]).toEqual(['up_a_1', 'up_a_2'])
    for (const at of listed.values()) expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(60_000)
    await uploads.remove('up_a_1')
    expect(await uploads.find('up_a_1')).toBeUndefined()
    expect(await keysOf(files)).toEqual(['uploads/test/up_a_2.note', 'uploads/test/up_b_1.note'])
  })
})
