import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { openPackage } from './open-package.ts'
import { readZip } from './read-zip.ts'
import { readAll, streamZip, writeZip, type ZipEntry } from './write-zip.ts'

const bytesOf = (text: string) => Buffer.from(text)
const zip = async (entries: readonly ZipEntry[]) => await readAll(writeZip(entries))
const problemOf = async (bytes: Uint8Array) =>
  await readZip(bytes, () => true).then(
    () => 'read',
    (error: Error) => error.message,
  )

test('the same files give the same bytes, whatever the time and however they are opened', async () => {
  const stored = { name: 'mimetype', bytes: bytesOf('application/zip'), isStored: true } as const
  const first = await zip([stored, { name: 'a/é.md', bytes: bytesOf('One'.repeat(1000)) }])
  const again = await zip([stored, { name: 'a/é.md', bytes: bytesOf('One'.repeat(1000)) }])
  expect(first.equals(again)).toBe(true)
  const open = async () => Readable.from([bytesOf('One'), bytesOf('Two')])
  const streamed = await zip([stored, { name: 'b', open }])
  expect(streamed.equals(await zip([stored, { name: 'b', open }]))).toBe(true)
  const files = await readZip(streamed, () => true)
  expect(files.map(({ name, bytes }) => [name, Buffer.from(bytes ?? []).toString()])).toEqual([
    ['mimetype', 'application/zip'],
    ['b', 'OneTwo'],
  ])
  expect(first.toString('latin1', 30, 53)).toBe('mimetypeapplication/zip')
})

test('a file that cannot be opened breaks the package off: nobody takes half of one for a whole', async () => {
  const open = async () => await Promise.reject(new Error('The picture is gone'))
  await expect(zip([{ name: 'a', open }])).rejects.toThrow('The picture is gone')
})

/** A package of one file as a hostile packer writes it. */
function packed(name: string, { attributes = 0, size = 1, entries = 1 } = {}): Buffer {
  const data = bytesOf('x')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt32LE(crc32(data), 14)
  local.writeUInt32LE(1, 18)
  local.writeUInt32LE(size, 22)
  local.writeUInt16LE(name.length, 26)
  const body = Buffer.concat([local, bytesOf(name), data])
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(0x0314, 4)
  local.copy(central, 6, 4, 30)
  central.writeUInt32LE(attributes, 38)
  const one = Buffer.concat([central, bytesOf(name)])
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(one.length, 12)
  end.writeUInt32LE(body.length, 16)
  return Buffer.concat([body, one, end])
}

test('a file whose bytes are not those that were packed is damaged, and costs no other', async () => {
  const packed = await zip([
    { name: 'a', bytes: bytesOf('first text'), isStored: true },
    { name: 'b', bytes: bytesOf('other text'), isStored: true },
  ])
  packed[packed.indexOf('first text')] = 0
  const files = await readZip(packed, () => true)
  expect(files.map(({ name, problem }) => [name, problem])).toEqual([
    ['a', 'It is damaged.'],
    ['b', undefined],
  ])
})

test('a package that was unpacked and packed again with its folder is the same package', async () => {
  const files = [
    ['Course/course.json', '{}'],
    ['Course/.DS_Store', 'x'],
    ['Course/lessons/1/transcript.md', 'One'],
    ['__MACOSX/Course/._course.json', 'x'],
    ['Course/Thumbs.db', 'x'],
  ] as const
  const packed = await zip(files.map(([name, text]) => ({ name, bytes: bytesOf(text) })))
  const { text } = await openPackage(packed)
  expect([text('course.json'), text('lessons/1/transcript.md'), text('.DS_Store')]).toEqual([
    '{}',
    'One',
    undefined,
  ])
  expect(
    (await openPackage(await zip([{ name: 'course.json', bytes: bytesOf('{}') }]))).text('course.json'),
  ).toBe('{}')
})

test('links, names that lead outside, sizes that lie and too many files are refused before anything is unpacked', async () => {
  expect(await problemOf(packed('plain.txt'))).toBe('read')
  expect(await problemOf(packed('link', { attributes: (0o120777 << 16) >>> 0 }))).toContain('a link')
  for (const name of ['../out', '/etc/passwd', 'a/../../out', 'C:/out', 'a\\..\\..\\out'])
    expect(await problemOf(packed(name)), name).toContain('outside of itself')
  expect(await problemOf(packed('big', { size: 0xf0000000 }))).toMatch(/larger|disagree|outside/)
  expect(await problemOf(packed('many', { entries: 60_000 }))).toContain('60,000 files')
  const bomb = await zip([{ name: 'bomb', bytes: Buffer.alloc(3_000_000) }])
  expect(await problemOf(bomb)).toContain('very much larger')
  const many = Array.from({ length: 2_001 }, (_, n) => ({ name: `${n}`, bytes: bytesOf('x') }))
  expect(await problemOf(await zip(many))).toContain('2,001 files')
  const twice = await zip([
    { name: 'a', bytes: bytesOf('1') },
    { name: 'a', bytes: bytesOf('2') },
  ])
  expect(await problemOf(twice)).toContain('twice')
})

/** A package whose directory names very many empty files: more than 65,535 of them are counted in the form of ZIP64. */
function packedMany(count: number): Buffer {
  const directory = Array.from({ length: count }, (_, n) => {
    const name = bytesOf(`${n}`)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(name.length, 28)
    return Buffer.concat([central, name])
  })
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(98)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) end.writeBigUInt64LE(BigInt(count), at)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(size), 64)
  end.writeUInt32LE(1, 72)
  end.writeUInt32LE(0x06054b50, 76)
  end.fill(0xff, 84, 96)
  return Buffer.concat([...directory, end])
}

test('a package of 100,000 files is refused by its number, before they are walked through', async () => {
  expect(await problemOf(packedMany(3))).toBe('read')
  const bytes = packedMany(100_000)
  const begun = process.cpuUsage()
  expect(await problemOf(bytes)).toBe('The package holds 100,000 files: at most 2,000 are read.')
  expect(process.cpuUsage(begun).user / 1000).toBeLessThan(200)
})

test('files that are made one after the other are packed in turn, and a ZIP whose file fails has no end', async () => {
  const order: string[] = []
  async function* content(name: string, pieces: number) {
    order.push(`${name} begins`)
    for (let i = 0; i < pieces; i++) yield bytesOf(`${name}${i}\n`)
    order.push(`${name} ends`)
  }
  async function* entries(...names: string[]) {
    for (const name of names)
      yield { name, content: Readable.from(content(name, 300), { objectMode: false }) }
  }
  const packed = await readAll(streamZip(entries('a.csv', 'b.csv')))
  expect(order).toEqual(['a.csv begins', 'a.csv ends', 'b.csv begins', 'b.csv ends'])
  const files = await readZip(packed, () => true)
  expect(
    files.map(({ name, bytes }) => [
      name,
      Buffer.from(bytes ?? [])
        .toString()
        .split('\n').length,
    ]),
  ).toEqual([
    ['a.csv', 301],
    ['b.csv', 301],
  ])
  async function* failing() {
    yield { name: 'c.csv', content: Readable.from(content('c.csv', 3), { objectMode: false }) }
    async function* cut() {
      yield bytesOf('half')
      throw new Error('The engine went away')
    }
    yield { name: 'd.csv', content: Readable.from(cut(), { objectMode: false }) }
  }
  await expect(readAll(streamZip(failing()))).rejects.toThrow('The engine went away')
})

test('who stops reading a ZIP ends the file that is being made', async () => {
  let isEnded = false
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(100_000, Math.random().toString(36))
    } finally {
      isEnded = true
    }
  }
  async function* entries() {
    yield { name: 'endless.csv', content: Readable.from(endless(), { objectMode: false }) }
  }
  for await (const chunk of streamZip(entries())) if (chunk.length > 0) break
  await expect.poll(() => isEnded).toBe(true)
})
