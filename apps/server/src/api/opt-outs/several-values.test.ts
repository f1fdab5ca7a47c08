import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { finished } from '../../testing/companies-fixture.ts'
import { addPeople, type People } from '../../testing/people.ts'
import { openTestSystem, type TestSystem } from '../../testing/test-system.ts'
import { createUpload } from '../../testing/uploads.ts'

/* Files write several addresses and numbers into one cell: each of them is somebody who may opt out. */

let system: TestSystem
let people: People

beforeAll(async () => {
  system = await openTestSystem()
  people = await addPeople(system.deps, system.call)
  // No rule finds them bad: a person looks at each.
  Object.assign(system.deps.returns, { findMailServer: async () => 'unknown' as const })
  expect(await importFile()).toBe(40)
})
afterAll(async () => await system.close())

const two = (i: number) => String(i).padStart(2, '0')
const file = `Company,Email,Phone,Contact,State\n${Array.from(
  { length: 40 },
  (_, i) =>
    `Mill ${two(i)},office${i}@mill.example; Sales${i}@mill.example,617-555-01${two(i)} / (617) 555-02${two(i)} x9,` +
    `"Ask Ann, <ann${i}@mail.example>, or call 617.555.03${two(i)}",TX\n`,
).join('')}`

async function importFile(): Promise<number> {
  const as = people.superAdmin
  const uploadId = await createUpload({ ...system, people }, file)
  const begun = await system.call('POST', '/api/imports', { as, body: { uploadId, dictId: 'mills' } })
  expect(begun.status, begun.text).toBe(202)
  const read = async () => (await system.call('GET', `/api/imports/${begun.body.id}`, { as })).body
  await vi.waitFor(async () => expect((await read()).state).toBe('done'), { timeout: 60_000, interval: 50 })
  return (await read()).report?.rowsStored ?? 0
}

const optOut = async (text: string) =>
  (await system.call('POST', '/api/opt-outs', { as: people.superAdmin, body: { text, reason: 'asked' } }))
    .body

const left = async (): Promise<string[]> => {
  const body = { limit: 50, sort: [{ column: 'company', direction: 'asc' }] }
  const answer = await system.call('POST', '/api/search/mills', { as: people.owner, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.rows.map(({ cells }) => String(cells.company))
}

test.for([
  ['the second address of a cell', 'sales3@mill.example', 'Mill 03'],
  ['the first one', 'OFFICE4@mill.example', 'Mill 04'],
  ['the second number of a cell, with its extension', '617-555-0205', 'Mill 05'],
  ['the first one', '+1 (617) 555-0106', 'Mill 06'],
  ['an address in words', 'ann7@mail.example', 'Mill 07'],
  ['a number in words', '617-555-0308', 'Mill 08'],
] as const)('an opt-out removes the lead by %s', async ([, text, company]) => {
  const before = await left()
  expect(before).toContain(company)
  expect(await optOut(text)).toMatchObject({ added: 1, leads: 1 })
  expect(await left()).toEqual(before.filter((name) => name !== company))
})

test('a lead is sent back by each of its addresses and numbers', async () => {
  const as = people.owner
  const headers = { 'idempotency-key': 'the-last-mills' }
  const order = { dictId: 'mills', limit: 20, sort: [{ column: 'company', direction: 'desc' }] }
  const accepted = await system.call('POST', '/api/downloads', { as, headers, body: order })
  expect(accepted.status, accepted.text).toBe(202)
  const { id } = await finished(system, as, accepted.body.id)
  const contacts = ['sales21@mill.example', '(617) 555-0222', 'ann23@mail.example', '617-555-0324']
  const sent = { contacts: [...contacts, 'sales19@mill.example'], problem: 'They bounce' }
  const answer = await system.call('POST', `/api/downloads/${id}/returns`, { as, body: sent })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.body).toMatchObject({ refunded: 0, open: 4, overShare: 0, unknown: 1 })
})

test('a later import leaves out the same leads', async () => {
  expect(await importFile()).toBe(34)
})
