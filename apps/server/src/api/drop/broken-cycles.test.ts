import { buffer } from 'node:stream/consumers'
import { continueDrop } from '@freeor/leads/drop/commands'
import { keepArchive } from '@freeor/leads/drop/fetch-lists'
import { dropHash } from '@freeor/leads/drop/normal-forms'
import type { DropFaultPoint } from '@freeor/leads/drop/ports'
import { type DropList, dropLists } from '@freeor/leads/drop/schema'
import { writeZip } from '@freeor/storage/zip/write-zip'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DropFixture, openDropFixture, rowsOfPeople } from '../../testing/drop-fixture.ts'

/* Cycles of California’s delete requests that break: they are begun again where they were. */

let fixture: DropFixture

beforeAll(async () => {
  fixture = await openDropFixture()
})
afterAll(async () => await fixture.close())
beforeEach(() => {
  fixture.state.calls.length = 0
})

test('each answer that is no success has its consequence', async () => {
  await fixture.passDays()
  fixture.state.offer([fixture.item('Email', dropHash('nobody@mail.example'))])
  fixture.state.failNext(401, 403, 404, 429, 500, 'cut')
  const seen: string[] = []
  for (let turn = 0; turn < 6; turn++) {
    await continueDrop(fixture.deps())
    const cycle = await fixture.newest()
    const seconds = (Date.parse(cycle.nextAt ?? '') - fixture.clock.now().getTime()) / 1000
    seen.push(`${seconds} ${cycle.problem}`)
    // Nothing is asked before its time.
    const before = fixture.state.calls.length
    await continueDrop(fixture.deps())
    expect(fixture.state.calls.length).toBe(before)
    fixture.clock.advance(seconds * 1000)
  }
  expect(seen.slice(0, 5)).toEqual([
    '3600 Answer 401 of a test',
    '3600 Answer 403 of a test',
    '3600 Answer 404 of a test',
    '30 Answer 429 of a test',
    '30 Answer 500 of a test',
  ])
  expect(seen[5]).toMatch(/^(60|2) /)
  await fixture.workThrough()
  expect((await fixture.newest()).state).toBe('reported')

  // Nothing new is a cycle too.
  await fixture.passDays()
  expect(await fixture.workThrough()).toContain('GET /data/download 200')
  expect(await fixture.newest()).toMatchObject({
    state: 'reported',
    problem: expect.stringMatching(/^No new/),
  })
})

test.each<DropFaultPoint>([
  'drop-asked',
  'drop-stored',
  'drop-downloaded',
  'drop-matched',
  'drop-removed',
  'drop-sent',
  'drop-accepted',
])('a process that dies at %s: the next one goes on, and every status arrives once', async (point) => {
  await fixture.passDays()
  await fixture.importPeople([
    ...rowsOfPeople,
    `Zoe,${point},1954-02-02,${point}@mail.example,,,,,Houston,TX,77002`,
  ])
  const one = fixture.item('Email', dropHash(`${point}@mail.example`))
  const two = fixture.item('Phone', dropHash('4155559999'))
  fixture.state.offer([one, two])
  // The state prepares the archive first: dying is of interest once it gives it.
  await continueDrop(fixture.deps())
  fixture.clock.advance(5_000)
  await continueDrop(fixture.deps())
  fixture.clock.advance(5_000)
  fixture.dieAt(point)
  await fixture.workThrough()
  expect(fixture.hasDied()).toBe(true)
  const cycle = await fixture.newest()
  if (point === 'drop-asked') {
    // The archive was given and never stored: only the state can help.
    expect(cycle).toMatchObject({
      state: 'stuck',
      problem: expect.stringMatching(/Complete the current batch.*drop load FILE/),
    })
    expect((await fixture.report()).isUrgent).toBe(true)
    const rows = (list: DropList) =>
      [one, two].filter((x) => x.list === list).map(({ itemId, hash }) => `${itemId},${hash}\n`)
    const bytes = await buffer(
      writeZip(
        dropLists.map((list) => ({
          name: `20260312_4821_${list}.csv`,
          bytes: Buffer.from(`ID,Hash\n${rows(list).join('')}`),
        })),
      ),
    )
    await keepArchive(fixture.system.deps.files, cycle.id, { name: 'again.zip', bytes })
    expect(
      (await fixture.system.call('POST', '/api/drop', { as: fixture.people().superAdmin })).body,
    ).toEqual({
      isNew: false,
    })
    await fixture.workThrough()
  }
  expect(await fixture.newest()).toMatchObject({ state: 'reported', problem: null })
  expect([one, two].map(fixture.statusOf)).toEqual([3, 5])
  expect(await fixture.listed()).not.toContain('Zoe')
})

test('an upload that is done and whose answer gets lost is not taken for refused', async () => {
  await fixture.passDays()
  const one = fixture.item('Email', dropHash('lost@mail.example'))
  fixture.state.offer([one])
  await continueDrop(fixture.deps())
  fixture.clock.advance(5_000)
  await continueDrop(fixture.deps())
  fixture.clock.advance(5_000)
  fixture.state.failNext('none', 'lost')
  const calls = await fixture.workThrough()
  expect(calls.slice(2)).toEqual([
    'GET /data/download 200',
    'POST /data/upload lost',
    'POST /data/upload 409',
  ])
  expect(await fixture.newest()).toMatchObject({ state: 'reported', problem: null })
  expect(fixture.statusOf(one)).toBe(5)
})

test.each([
  ['a row that is no work item', `ID,Hash\nshort,${dropHash('x')}\n`, /Row 2 is no work item/],
  ['a hash that is none', 'ID,Hash\nAAAAAAAAAAAA,nothing\n', /Row 2 is no work item/],
  ['another header', `Id;Hash\nAAAAAAAAAAAA;${dropHash('x')}\n`, /The header is not ID,Hash/],
  ['an item twice', `ID,Hash\nAAAAAAAAAAAA,${dropHash('x')}\nAAAAAAAAAAAA,${dropHash('y')}\n`, /twice/],
  ['no header', '', /no header/],
])('an archive with %s is refused whole', async (_what, text, problem) => {
  await fixture.passDays()
  fixture.state.offer([fixture.item('Email', dropHash('whole@mail.example'))])
  await continueDrop(fixture.deps())
  const cycle = await fixture.newest()
  const bytes = await buffer(
    writeZip([
      {
        name: '20260312_4821_Phone.csv',
        bytes: Buffer.from(`ID,Hash\nBBBBBBBBBBBB,${dropHash('4155550009')}\n`),
      },
      { name: '20260312_4821_Email.csv', bytes: Buffer.from(text) },
    ]),
  )
  await keepArchive(fixture.system.deps.files, cycle.id, { name: 'bad.zip', bytes })
  fixture.clock.advance(61_000)
  await continueDrop(fixture.deps())
  const refused = await fixture.newest()
  expect(refused).toMatchObject({ state: 'stuck', downloadedAt: null, items: { open: 0, deleted: 0 } })
  expect(refused.problem).toMatch(problem)
  const good = await buffer(writeZip([{ name: '20260312_4821_Email.csv', bytes: Buffer.from('ID,Hash\n') }]))
  await keepArchive(fixture.system.deps.files, cycle.id, { name: 'good.zip', bytes: good })
  await fixture.system.deps.db.execute(
    `UPDATE drop_cycles SET state = 'requested', next_at = NULL WHERE state = 'stuck'`,
  )
  await fixture.workThrough()
  expect((await fixture.newest()).state).toBe('reported')
})

test('two processes at once ask the state once', async () => {
  await fixture.passDays()
  fixture.state.offer([fixture.item('Email', dropHash('twice@mail.example'))])
  for (let turn = 0; turn < 4; turn++) {
    await Promise.all([
      continueDrop(fixture.deps()),
      continueDrop(fixture.deps()),
      continueDrop(fixture.deps()),
    ])
    fixture.clock.advance(61_000)
  }
  expect((await fixture.newest()).state).toBe('reported')
  expect(fixture.state.calls).toEqual([
    'GET /data/download 202',
    'GET /data/download 202',
    'GET /data/download 200',
    'POST /data/upload 202',
  ])
})
