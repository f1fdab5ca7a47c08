import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firmsCsv } from '../../testing/firms.ts'
import { addPeople, type People } from '../../testing/people.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { createUpload } from '../../testing/uploads.ts'

let system: TestSystem
let people: People

beforeAll(async () => {
  system = await openTestSystem({ jobs: false })
  people = await addPeople(system.deps, system.call)
})
afterAll(async () => await system.close())

const packed = gzipSync(firmsCsv(3000))
const cutShort = packed.subarray(0, packed.length >> 1)

const files: readonly (readonly [string, string | Uint8Array<ArrayBuffer>, RegExp])[] = [
  ['no byte at all', '', /empty/],
  ['only blanks', '   \t  ', /no row/],
  ['only line ends', '\n\r\n\n', /no row/],
  ['only a byte order mark', '\ufeff', /no row/],
  ['only a UTF-16 byte order mark', new Uint8Array([0xff, 0xfe]), /no row/],
  ['only separators', ',,,\n,,,\n', /no row/],
  ['only a header', 'Company,City,State,Zip\n', /no row/],
  ['only a title and a header', 'Customers,,,\nCompany,City,State,Zip\n', /no row/],
  ['a gzip file of no byte', new Uint8Array([0x1f, 0x8b]), /damaged/],
  ['gzip of nothing', gzipSync(''), /no row/],
  ['gzip of blank lines', gzipSync('\n \n'), /no row/],
  ['gzip of only a header', gzipSync('Company,City\n'), /no row/],
  ['gzip cut short', cutShort, /damaged/],
  ['gzip with a broken middle', broken(packed), /damaged/],
  ['only a NUL', '\0', /NUL/],
]

function broken(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const copy = Buffer.from(bytes)
  copy.fill(0xaa, copy.length >> 2, (copy.length >> 2) + 64)
  return copy
}

test.for(files)('%s is refused with a sentence, as a proposal and as an import', async ([, content, why]) => {
  const as = people.superAdmin
  const uploadId = await createUpload({ ...system, people }, content)
  const proposal = await system.call('POST', '/api/imports/proposals', {
    as,
    body: { uploadId },
  })
  expect(proposal).toMatchObject({ status: 422, body: { detail: expect.stringMatching(why) } })
  const begun = await system.call('POST', '/api/imports', {
    as,
    body: { uploadId, dictId: 'nothing' },
  })
  expect(begun).toMatchObject({ status: 422, body: { detail: expect.stringMatching(why) } })
})

test('an upload belongs to super admins: nobody else is told what is wrong with it', async () => {
  const uploadId = await createUpload({ ...system, people }, '')
  const asked = await system.call('POST', '/api/imports/proposals', { as: people.owner, body: { uploadId } })
  expect(asked.status).toBe(403)
})
