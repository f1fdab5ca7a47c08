import { continueDrop } from '@freeor/leads/drop/commands'
import { dropCompoundHash, dropHash } from '@freeor/leads/drop/normal-forms'
import { dropLists } from '@freeor/leads/drop/schema'
import { readZip } from '@freeor/storage/zip/read-zip'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkInvariants } from '../../doctor.ts'
import { type DropFixture, openDropFixture, rowsOfPeople } from '../../testing/drop-fixture.ts'
import { signNotice } from '../../testing/drop-things.ts'

/* California’s delete requests: whole cycles against a stand-in for the state that keeps its own state. */

let fixture: DropFixture

beforeAll(async () => {
  fixture = await openDropFixture()
})
afterAll(async () => await fixture.close())
beforeEach(() => {
  fixture.state.calls.length = 0
})

test('a whole cycle: every list, every status, and nobody comes back with an import', async () => {
  expect(await fixture.importPeople()).toBe(9)
  const danielle = fixture.item('NDZ', dropCompoundHash(['danielle', 'johnson', '19850704', '91790']))
  const lukasz = fixture.item('Phone', dropHash('4155550002'))
  const shared = fixture.item('Email', dropHash('shared@mail.example'))
  const kept = fixture.item('Email', dropHash('kept@mail.example'))
  const noa = fixture.item('NameVIN', dropCompoundHash(['noa', 'vin', '6hgcm82633a004352']))
  const max = fixture.item('MAID', dropHash('cd92078a82464ba4ae5b76104861e7dc'))
  const tia = fixture.item('CTVID', dropHash('tv0008aa'))
  const nobody = fixture.item('Email', dropHash('later@mail.example'))
  const as = fixture.people().superAdmin
  const exempt = { hash: kept.hash, reason: 'records of a licence, kept by law' }
  expect((await fixture.system.call('POST', '/api/drop/exemptions', { as, body: exempt })).status).toBe(201)

  fixture.state.offer([danielle, lukasz, shared, kept, noa, max, tia, nobody])
  const calls = await fixture.workThrough()
  expect(calls.filter((call) => call.startsWith('GET'))).toEqual([
    'GET /data/download 202',
    'GET /data/download 202',
    'GET /data/download 200',
  ])
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual(Array(6).fill('POST /data/upload 202'))
  expect([danielle, lukasz, shared, kept, noa, max, tia, nobody].map(fixture.statusOf)).toEqual([
    3, 3, 4, 2, 3, 3, 3, 5,
  ])
  expect(await fixture.listed()).toEqual(['Ida', 'Uma'])
  const { cycles, isUrgent, dueAt } = await fixture.report()
  expect(cycles).toMatchObject([
    {
      state: 'reported',
      items: { open: 0, exempted: 1, deleted: 5, optedOut: 1, notFound: 1 },
      problem: null,
      archiveName: '20260312_4821_DROP.zip',
    },
  ])
  expect([isUrgent, dueAt?.slice(0, 10)]).toEqual([false, '2026-04-26'])

  const later =
    'Lea,Later,1954-02-02,later@mail.example,415-555-0010,AHGCM82633A004352,FD92078A-8246-4BA4-AE5B-76104861E7DC,TV-0010-aa,Houston,TX,77002'
  expect(await fixture.importPeople([...rowsOfPeople, later])).toBe(2)
  expect(await fixture.listed()).toEqual(['Ida', 'Uma'])

  // The exemption ends: the lead goes, and the state's record is corrected.
  expect((await fixture.system.call('POST', '/api/drop/exemptions/end', { as, body: exempt })).status).toBe(
    200,
  )
  await continueDrop(fixture.deps())
  expect(fixture.statusOf(kept)).toBe(3)
  expect(fixture.state.calls.at(-1)).toBe('POST /data/amend 202')
  expect((await fixture.system.call('POST', '/api/drop/exemptions/end', { as, body: exempt })).status).toBe(
    404,
  )
})

test('the evidence of a cycle holds each item with its status, and no contact', async () => {
  const { id } = await fixture.newest()
  const answer = await fixture.system.request('GET', `/api/drop/cycles/${id}/evidence`, {
    as: fixture.people().superAdmin,
  })
  expect(answer.status).toBe(200)
  const files = await readZip(new Uint8Array(await answer.arrayBuffer()), () => true)
  const texts = new Map(files.map(({ name, bytes }) => [name, Buffer.from(bytes ?? []).toString()]))
  expect([...texts.keys()].sort()).toEqual(
    ['cycle.json', ...dropLists.map((list) => `statuses/20260312_4821_${list}.csv`)].sort(),
  )
  expect(texts.get('statuses/20260312_4821_Phone.csv')).toMatch(/^Id,Hash,Status\nItem\d{8},\S{44},3\n$/)
  const record = JSON.parse(texts.get('cycle.json') ?? '')
  expect(record.cycle.archiveSha256).toMatch(/^[0-9a-f]{64}$/)
  expect(record.uploads.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
    'amend',
    ...Array(6).fill('upload'),
  ])
  expect([...texts.values()].join('')).not.toMatch(/@|mail\.example|415/)
})

test('an identifier that a consumer takes back: its lead is let in again, unless somebody else asks too', async () => {
  await fixture.passDays()
  const first = fixture.item('Email', dropHash('uma@mail.example'))
  const other = fixture.item('Email', dropHash('uma@mail.example'))
  const alone = fixture.item('Phone', dropHash('4155550005'))
  fixture.state.offer([first, other, alone])
  await fixture.workThrough()
  expect([first, other, alone].map(fixture.statusOf)).toEqual([3, 3, 5])
  expect(await fixture.listed()).toEqual([])

  await fixture.passDays()
  fixture.state.offer([], [first, alone])
  await fixture.workThrough()
  expect(await fixture.newest()).toMatchObject({ state: 'reported', withdrawn: 2 })
  // Kept’s number is free again, its address is not; Uma is still asked for by the other item.
  const open = rowsOfPeople.map((row) => row.replace('kept@mail.example', 'free@mail.example'))
  await fixture.importPeople(open)
  expect(await fixture.listed()).toEqual(['Ida'])

  await fixture.passDays()
  fixture.state.offer([], [other])
  await fixture.workThrough()
  await fixture.importPeople(open)
  expect(await fixture.listed()).toEqual(['Ida', 'Uma'])
})

test('an address that a super admin put on the list too stays, whatever is taken back', async () => {
  await fixture.passDays()
  const uma = fixture.item('Email', dropHash('uma@mail.example'))
  fixture.state.offer([uma])
  await fixture.workThrough()
  const body = { text: dropHash('uma@mail.example'), reason: 'asked by mail' }
  expect(
    (await fixture.system.call('POST', '/api/opt-outs', { as: fixture.people().superAdmin, body })).status,
  ).toBe(201)
  await fixture.passDays()
  fixture.state.offer([], [uma])
  await fixture.workThrough()
  await fixture.importPeople([
    ...rowsOfPeople,
    'Vic,Visible,1960-01-01,vic@mail.example,,,,,Houston,TX,77002',
  ])
  expect(await fixture.listed()).toEqual(['Vic'])
})

test('from the fortieth day on it is urgent', async () => {
  await fixture.passDays(39)
  expect((await fixture.report()).isUrgent).toBe(false)
  await fixture.passDays(1)
  expect((await fixture.report()).isUrgent).toBe(true)
})

test('a notice counts once, and only as the state signed it a moment ago', async () => {
  const now = fixture.clock.now()
  const send = async (notice: ReturnType<typeof signNotice>) =>
    (await fixture.system.call('POST', '/api/drop-webhook', notice)).status
  const refused = [
    signNotice(now, { 'x-webhook-signature': `sha256=${'0'.repeat(64)}` }),
    signNotice(now, { 'x-webhook-signature': '' }),
    signNotice(now, { 'x-webhook-timestamp': new Date(now.getTime() + 1000).toISOString() }),
    signNotice(new Date(now.getTime() - 6 * 60_000)),
    { ...signNotice(now), rawBody: '{"message":"altered"}' },
  ]
  expect(await Promise.all(refused.map(send))).toEqual([403, 403, 403, 403, 403])
  expect((await fixture.newest()).processedAt).toBeNull()
  const notice = signNotice(now)
  expect(await send(notice)).toBe(204)
  expect((await fixture.newest()).processedAt).toBe(now.toISOString())
  fixture.clock.advance(60_000)
  expect(await send(notice)).toBe(204)
  expect((await fixture.newest()).processedAt).toBe(now.toISOString())
})

test('nothing of it breaks a rule', async () => {
  const { invariants } = await checkInvariants(fixture.system.deps)
  expect(invariants.filter(({ ok }) => !ok)).toEqual([])
})
