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
let {
  system,
  clock,
  state,
  people,
  dieAt,
  hasDied,
  deps,
  item,
  importPeople,
  listed,
  report,
  newest,
  workThrough,
  statusOf,
  passDays,
}: DropFixture = {} as DropFixture

beforeAll(async () => {
  fixture = await openDropFixture()
  ;({
    system,
    clock,
    state,
    people,
    dieAt,
    hasDied,
    deps,
    item,
    importPeople,
    listed,
    report,
    newest,
    workThrough,
    statusOf,
    passDays,
  } = fixture)
})
afterAll(async () => await fixture.close())
beforeEach(() => {
  state.calls.length = 0
})

test('each answer that is no success has its consequence', async () => {
  await passDays()
  state.offer([item('Email', dropHash('nobody@mail.example'))])
  state.failNext(401, 403, 404, 429, 500, 'cut')
  const seen: string[] = []
  for (let turn = 0; turn < 6; turn++) {
    await continueDrop(deps())
    const cycle = await newest()
    const seconds = (Date.parse(cycle.nextAt ?? '') - clock.now().getTime()) / 1000
    seen.push(`${seconds} ${cycle.problem}`)
    // Nothing is asked before its time.
    const before = state.calls.length
    await continueDrop(deps())
    expect(state.calls.length).toBe(before)
    clock.advance(seconds * 1000)
  }
  expect(seen.slice(0, 5)).toEqual([
    '3600 Answer 401 of a test',
    '3600 Answer 403 of a test',
    '3600 Answer 404 of a test',
    '30 Answer 429 of a test',
    '30 Answer 500 of a test',
  ])
  expect(seen[5]).toMatch(/^(60|2) /)
  await workThrough()
  expect((await newest()).state).toBe('reported')

  // Nothing new is a cycle too.
  await passDays()
  expect(await workThrough()).toContain('GET /data/download 200')
  expect(await newest()).toMatchObject({
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
  await passDays()
  await importPeople([...rowsOfPeople, `Zoe,${point},1954-02-02,${point}@mail.example,,,,,Houston,TX,77002`])
  const one = item('Email', dropHash(`${point}@mail.example`))
  const two = item('Phone', dropHash('4155559999'))
  state.offer([one, two])
  // The state prepares the archive first: dying is of interest once it gives it.
  await continueDrop(deps())
  clock.advance(5_000)
  await continueDrop(deps())
  clock.advance(5_000)
  dieAt(point)
  await workThrough()
  expect(hasDied()).toBe(true)
  const cycle = await newest()
  if (point === 'drop-asked') {
    // The archive was given and never stored: only the state can help.
    expect(cycle).toMatchObject({
      state: 'stuck',
      problem: expect.stringMatching(/Complete the current batch.*drop load FILE/),
    })
    expect((await report()).isUrgent).toBe(true)
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
    await keepArchive(system.deps.files, cycle.id, { name: 'again.zip', bytes })
    expect((await system.call('POST', '/api/drop', { as: people().superAdmin })).body).toEqual({
      isNew: false,
    })
    await workThrough()
  }
  expect(await newest()).toMatchObject({ state: 'reported', problem: null })
  expect([one, two].map(statusOf)).toEqual([3, 5])
  expect(await listed()).not.toContain('Zoe')
})

test('an upload that is done and whose answer gets lost is not taken for refused', async () => {
  await passDays()
  const one = item('Email', dropHash('lost@mail.example'))
  state.offer([one])
  await continueDrop(deps())
  clock.advance(5_000)
  await continueDrop(deps())
  clock.advance(5_000)
  state.failNext('none', 'lost')
  const calls = await workThrough()
  expect(calls.slice(2)).toEqual([
    'GET /data/download 200',
    'POST /data/upload lost',
    'POST /data/upload 409',
  ])
  expect(await newest()).toMatchObject({ state: 'reported', problem: null })
  expect(statusOf(one)).toBe(5)
})

test.each([
  ['a row that is no work item', `ID,Hash\nshort,${dropHash('x')}\n`, /Row 2 is no work item/],
  ['a hash that is none', 'ID,Hash\nAAAAAAAAAAAA,nothing\n', /Row 2 is no work item/],
  ['another header', `Id;Hash\nAAAAAAAAAAAA;${dropHash('x')}\n`, /The header is not ID,Hash/],
  ['an item twice', `ID,Hash\nAAAAAAAAAAAA,${dropHash('x')}\nAAAAAAAAAAAA,${dropHash('y')}\n`, /twice/],
  ['no header', '', /no header/],
])('an archive with %s is refused whole', async (_what, text, problem) => {
  await passDays()
  state.offer([item('Email', dropHash('whole@mail.example'))])
  await continueDrop(deps())
  const cycle = await newest()
  const bytes = await buffer(
    writeZip([
      {
        name: '20260312_4821_Phone.csv',
        bytes: Buffer.from(`ID,Hash\nBBBBBBBBBBBB,${dropHash('4155550009')}\n`),
      },
      { name: '20260312_4821_Email.csv', bytes: Buffer.from(text) },
    ]),
  )
  await keepArchive(system.deps.files, cycle.id, { name: 'bad.zip', bytes })
  clock.advance(61_000)
  await continueDrop(deps())
  const refused = await newest()
  expect(refused).toMatchObject({ state: 'stuck', downloadedAt: null, items: { open: 0, deleted: 0 } })
  expect(refused.problem).toMatch(problem)
  const good = await buffer(writeZip([{ name: '20260312_4821_Email.csv', bytes: Buffer.from('ID,Hash\n') }]))
  await keepArchive(system.deps.files, cycle.id, { name: 'good.zip', bytes: good })
  await system.deps.db.execute(
    `UPDATE drop_cycles SET state = 'requested', next_at = NULL WHERE state = 'stuck'`,
  )
  await workThrough()
  expect((await newest()).state).toBe('reported')
})

test('two processes at once ask the state once', async () => {
  await passDays()
  state.offer([item('Email', dropHash('twice@mail.example'))])
  for (let turn = 0; turn < 4; turn++) {
    await Promise.all([continueDrop(deps()), continueDrop(deps()), continueDrop(deps())])
    clock.advance(61_000)
  }
  expect((await newest()).state).toBe('reported')
  expect(state.calls).toEqual([
    'GET /data/download 202',
    'GET /data/download 202',
    'GET /data/download 200',
    'POST /data/upload 202',
  ])
})
