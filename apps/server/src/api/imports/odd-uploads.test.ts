import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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

/** Imports a file as the admin page does; gives what the import came to. */
async function importFile(content: string | Uint8Array<ArrayBuffer>) {
  const as = people.superAdmin
  const uploadId = await createUpload({ ...system, people }, content)
  const begun = await system.call('POST', '/api/imports', { as, body: { uploadId, dictId: 'shops' } })
  if (begun.status !== 202) return begun
  const read = async () => await system.call('GET', `/api/imports/${begun.body.id}`, { as })
  await vi.waitFor(async () => expect((await read()).body.state).not.toBe('running'), {
    timeout: 60_000,
    interval: 50,
  })
  return await read()
}

const search = async () =>
  await system.call('POST', '/api/search/shops', {
    as: people.owner,
    body: { dslFilter: 'state:MA', filter: 'revenue:>1000000', limit: 2 },
  })

const rows = Array.from(
  { length: 30 },
  (_, i) =>
    `Shop ${i},Ann Li,"${i} Main St, Boston, Massachusetts, United States, 02108",'+1 617-555-01${10 + i},$${i % 2 ? '1.2M' : '500K'}\n`,
).join('')
const shops = `Company,Owner Name,Address,Phone,Revenue\n${rows}Total: 30,,,,\n`

test('an odd file is searched by what is meant, and what reaches people is covered', async () => {
  const done = await importFile(shops)
  expect(done.body).toMatchObject({ state: 'done', report: { rowsIn: 31, rowsStored: 30, rowsRejected: 1 } })
  const found = await search()
  expect(found.body).toMatchObject({ count: 15, dataVersion: 1 })
  expect(found.text).not.toMatch(/555-01|Ann Li/)
  const { body } = await system.call('GET', '/api/dictionaries/shops', { as: people.owner })
  const covered = body.columns.filter(({ contact }: { contact: boolean }) => contact)
  expect(covered.map(({ key }: { key: string }) => key)).toEqual(['owner_name', 'phone'])
})

test.for([
  ['a web page', '<!DOCTYPE html>\n<html><body>\n<p>Not found</p>\n</body></html>\n', 422, /web page/],
  ['JSON', '[{"company":"a","zip":"1"},\n{"company":"b","zip":"2"}]\n', 422, /JSON/],
  ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0]), 422, /Excel workbook/],
  ['too many columns', `${'a,'.repeat(2000)}b\n${'1,'.repeat(2000)}2\n`, 422, /at most 500/],
  [
    'only rows that cannot be stored',
    `Company,City\n${`${'a long name '.repeat(9)}\0,b\n`.repeat(30)}`,
    422,
    /No row .* line 2: a NUL byte/,
  ],
] as const)('after %s the version before still serves', async ([, content, status, why]) => {
  const refused = await importFile(content)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([status, expect.stringMatching(why)])
  expect((await search()).body).toMatchObject({ count: 15, dataVersion: 1 })
})
