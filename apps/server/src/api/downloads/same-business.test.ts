import { importLeads } from '@freeor/leads/import/commands'
import { memorySource } from '@freeor/leads/import/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLeadTables } from '../../backup/lead-tables.ts'
import { checkInvariants } from '../../doctor.ts'
import { type CompaniesFixture, finished, openCompaniesFixture } from '../../testing/companies-fixture.ts'

/** A business that comes back in a later import under another id, and twice: nobody pays for it again. */

let fixture: CompaniesFixture
const dictId = 'twice'

const importVersion = async (...rows: string[]) =>
  await importLeads(fixture.deps.imports, {
    source: memorySource(`ID,Company,Address,ZIP,Phone\n${rows.join('\n')}\n`),
    dictId,
  })

beforeAll(async () => {
  fixture = await openCompaniesFixture({ firms: 4 })
})
afterAll(async () => await fixture.close())

const quote = async () => {
  const answer = await fixture.call('POST', '/api/downloads/quote', {
    as: fixture.people.owner,
    body: { dictId },
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const order = async (key: string) => {
  const as = fixture.people.owner
  const ordered = await fixture.call('POST', '/api/downloads', {
    ...{ as, body: { dictId }, headers: { 'idempotency-key': key } },
  })
  expect(ordered.status, ordered.text).toBe(202)
  return await finished(fixture, as, ordered.body.id)
}

test('bought, imported again under new ids, and bought again for nothing', async () => {
  await importVersion(
    '1,Acme Plumbing LLC,12 North Main St,77002,212-555-0101',
    '2,Bright Dental,7 Elm St,77002,212-555-0102',
  )
  expect(await order('first')).toMatchObject({ downloadCount: 2, newLeads: 2, sameLeads: 0 })
  await importVersion(
    '31,ACME PLUMBING,"12 N. Main Street, Suite 4",77002,(212) 555-0101',
    '32,Acme Plumbing Inc.,,77002,212.555.0101',
    '33,Cole Roofing,9 Oak Ave,77002,212-555-0103',
  )
  expect(await quote()).toMatchObject({
    ...{ matches: 3, alreadyOwned: 0, rows: 3, newLeads: 1, sameLeads: 2 },
    credits: { price: 1 },
    binding: { price: 1 },
  })
  const second = await order('second')
  expect(second).toMatchObject({ downloadCount: 3, newLeads: 1, sameLeads: 2 })
  const as = fixture.people.owner
  const receipt = await fixture.call('GET', `/api/downloads/${second.id}/receipt`, { as })
  expect(receipt.body.download).toMatchObject({ rows: 3, sameLeads: 2, price: 1 })
  expect(await quote()).toMatchObject({ alreadyOwned: 3, newLeads: 0, sameLeads: 0 })
  const { invariants } = await checkInvariants(fixture.deps)
  expect(invariants.filter(({ ok }) => !ok)).toEqual([])
  expect(invariants.map(({ id }) => id)).toContain('I23')
})

test('what is known of businesses is in a backup', async () => {
  const { rows } = await fixture.deps.db.execute<{ served: string }>(
    "SELECT dataset_no || '_v' || current_version AS served FROM datasets WHERE dict_id = 'twice'",
  )
  const [{ served } = { served: '' }] = rows
  const names = (await listLeadTables(fixture.deps.imports.olap, new Set([served]))).map(({ name }) => name)
  expect(names).toContain(`businesses_${served}`)
  expect(names.filter((name) => name.startsWith('businesses_'))).toHaveLength(1)
})
