import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isConsistent } from '@freeor/credits/log/check-proof'
import { checkReceipt } from '@freeor/leads/receipts/check-receipt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../testing/broken-invariants.ts'
import { runHere } from '../../testing/command-here.ts'
import {
  addCompany,
  type CompaniesFixture,
  download,
  finished,
  openCompaniesFixture,
  orderDownload,
} from '../../testing/companies-fixture.ts'
import { firmsDictId } from '../../testing/firms.ts'
import type { Person } from '../../testing/people.ts'

/** Quotes that are kept, receipts, and the log that they prove, over HTTP and by the command. */

let fixture: CompaniesFixture
let owner: Person
let folder: string

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 200 })
  owner = await addCompany(fixture, 'buyer')
  folder = await mkdtemp(join(tmpdir(), 'freeor-receipts-'))
})

afterAll(async () => {
  await fixture.close()
  await rm(folder, { recursive: true, force: true })
})

async function receiptOf(id: string, as = owner) {
  const { status, text, body } = await fixture.call('GET', `/api/downloads/${id}/receipt`, { as })
  expect(status, text).toBe(200)
  return { body, text: JSON.stringify(body, null, 2) }
}

const trustedKeys = async () => (await fixture.call('GET', '/api/log/keys')).body.keys

const proofBetween = async (first: number, second: number) =>
  (await fixture.call('GET', `/api/log/consistency?first=${first}&second=${second}`)).body

async function keep(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const verify = async (...args: string[]) => await runHere(folder, 'verify-receipt', args)

test('a quote is kept by the download that names it, and stands in its receipt', async () => {
  const order = { dictId: firmsDictId, limit: 4 }
  const quoted = await fixture.call('POST', '/api/downloads/quote', { as: owner, body: order })
  const { binding } = quoted.body
  expect(quoted.body).toMatchObject({ rows: 4, newLeads: 4, credits: { price: 4 } })
  expect(binding).toMatchObject({ companyId: owner.companyId, price: 4, rows: 4 })
  const confirm = async (as: Person, key: string, body: object) =>
    await fixture.call('POST', '/api/downloads', {
      as,
      headers: { 'idempotency-key': key },
      body: { ...order, ...body, quote: binding?.token ?? '' },
    })
  const stranger = await confirm(fixture.people.stranger, 'not-mine', {})
  expect(stranger).toMatchObject({ status: 409, body: { code: 'conflict', quoteRefused: 'unknown' } })
  const other = await confirm(owner, 'other', { limit: 5 })
  expect(other).toMatchObject({ status: 409, body: { quoteRefused: 'other_request' } })
  const accepted = await confirm(owner, 'named', {})
  expect(accepted.status, accepted.text).toBe(202)
  const { id } = await finished(fixture, owner, accepted.body.id)
  const { body } = await receiptOf(id)
  expect(body.download).toMatchObject({ rows: 4, price: 4, quote: { id: binding?.id, price: 4 } })
})

test('the command says that a receipt and its file are genuine, and names each thing that is changed', async () => {
  const { id } = await download(fixture, owner, { limit: 3, offset: 20 })
  const { body, text } = await receiptOf(id)
  const file = await fixture.call('GET', `/api/downloads/${id}/file`, { as: owner })
  const receipt = await keep('receipt.json', text)
  const csv = await keep('firms.csv', file.text)
  const good = await verify(receipt, '--file', csv, '--key', body.key.didKey)
  expect(good).toMatchObject({ code: 0, stderr: '' })
  expect(good.stdout).toMatch(/genuine[\s\S]*3 leads for 3 credits/)
  expect((await verify(receipt)).stdout).toContain('taken from the receipt itself')
  const told = await verify(receipt, '--json', '--file', csv)
  expect(JSON.parse(told.stdout)).toMatchObject({ ok: true, problems: [], download: { id, rows: 3 } })

  const changed = await keep('changed.json', text.replace('"rows": 3', '"rows": 7'))
  expect(await verify(changed)).toMatchObject({
    ...{ code: 1, stdout: expect.stringContaining('Changed after it was signed: the number of leads.') },
  })
  const otherFile = await keep('other.csv', file.text.replace('Firm', 'Firn'))
  expect((await verify(receipt, '--file', otherFile)).stdout).toContain(
    'its SHA-256 is not that of the receipt',
  )
  const fewer = await keep('fewer.csv', `${file.text.split('\r\n').slice(0, 3).join('\r\n')}\r\n`)
  expect((await verify(receipt, '--file', fewer)).stdout).toContain('another number of leads')
  const wrongKey = 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK'
  expect((await verify(receipt, '--key', wrongKey)).stdout).toContain('The signature is not genuine.')
  expect(await verify(receipt, '--key', 'nothing')).toMatchObject({ code: 2 })
  expect(await verify(join(folder, 'missing.json'))).toMatchObject({ code: 1 })
  expect(await verify()).toMatchObject({ code: 2 })
})

test('the command shows with an older receipt, or a head, that the history only grew', async () => {
  const first = await receiptOf((await download(fixture, owner, { limit: 2, offset: 40 })).id)
  const second = await receiptOf((await download(fixture, owner, { limit: 2, offset: 50 })).id)
  const [older, newer] = [await keep('older.json', first.text), await keep('newer.json', second.text)]
  const proof = await proofBetween(first.body.head.treeSize, second.body.head.treeSize)
  const between = await keep('proof.json', JSON.stringify(proof))
  expect(await verify(newer, '--with', older, '--proof', between)).toMatchObject({ code: 0 })
  const without = await verify(newer, '--with', older)
  expect(without.code).toBe(1)
  expect(without.stdout).toContain(`/api/log/consistency?first=${proof.first}&second=${proof.second}`)
  const { heads } = (await fixture.call('GET', '/api/log/heads')).body
  const head = heads.find(({ treeSize }) => treeSize === first.body.head.treeSize)
  expect(
    await verify(newer, '--with', await keep('head.json', JSON.stringify(head)), '--proof', between),
  ).toMatchObject({
    code: 0,
  })
  expect(await fixture.call('GET', '/api/log/consistency?first=1&second=999999')).toMatchObject({
    status: 422,
  })
})

test('under 50 downloads at the same time each head is the beginning of the next, and every receipt is genuine', async () => {
  const buyers = await Promise.all(
    Array.from({ length: 10 }, async (_, at) => await addCompany(fixture, `parallel-${at}`)),
  )
  const ordered = await Promise.all(
    buyers.flatMap((as) =>
      Array.from({ length: 5 }, async (_, at) => ({
        as,
        order: await orderDownload(fixture, as, { limit: 2, offset: at * 2 }),
      })),
    ),
  )
  const keys = await trustedKeys()
  for (const { as, order } of ordered) {
    expect(order.status, order.text).toBe(202)
    const { id, newLeads } = await finished(fixture, as, order.body.id)
    expect(newLeads).toBe(2)
    const { body, text } = await receiptOf(id, as)
    expect(body.download).toMatchObject({ price: 2, rows: 2 })
    expect((await checkReceipt(text, { keys })).problems).toEqual([])
  }
  const { heads } = (await fixture.call('GET', '/api/log/heads?limit=200')).body
  expect(heads.length).toBeGreaterThan(3)
  for (const [at, newer] of heads.entries()) {
    const older = heads[at + 1]
    if (!older) break
    const { proof } = await proofBetween(older.treeSize, newer.treeSize)
    expect(await isConsistent(older, newer, proof), `${older.treeSize} to ${newer.treeSize}`).toBe(true)
  }
  expect(await brokenInvariants(fixture)).toEqual([])
})
