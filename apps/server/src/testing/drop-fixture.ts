import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { continueDrop } from '@freeor/leads/drop/commands'
import type { DropDeps, DropFaultPoint } from '@freeor/leads/drop/ports'
import type { DropCycle, DropList, DropReport } from '@freeor/leads/drop/schema'
import { type Offered, openStandIn, type StandIn } from '@freeor/leads/drop/testing'
import { localFile } from '@freeor/leads/import/adapters/local-file'
import { importLeads } from '@freeor/leads/import/commands'
import { type FakeClock, fakeClock } from '@freeor/testing/clock'
import { dropVariables } from './drop-things.ts'
import { addPeople, type People, signIn } from './people.ts'
import { openTestSystem, type TestSystem } from './test-system.ts'

/** People of a dataset: of each, what every list of DROP is made of. */
export const rowsOfPeople = [
  'First name,Last name,Date of birth,Email,Mobile phone,VIN,Advertising ID,CTV ID,City,State,ZIP',
  'Danielle,Johnson,1985-07-04,danielle.johnson@mail.example,(415) 555-0001,1HGCM82633A004352,6D92078A-8246-4BA4-AE5B-76104861E7DC,TV-0001-aa,West Covina,CA,91790',
  'Łukasz,O’Brien,1990-01-31,lukasz@mail.example,415.555.0002,2HGCM82633A004352,7D92078A-8246-4BA4-AE5B-76104861E7DC,TV-0002-aa,Fresno,CA,93701',
  'Juan Pablo,Núñez,1979-12-24,shared@mail.example,415-555-0003,3HGCM82633A004352,8D92078A-8246-4BA4-AE5B-76104861E7DC,TV-0003-aa,Reno,NV,89501',
  'Anna,Smith,1966-06-06,Shared@Mail.example,415-555-0004,4HGCM82633A004352,9D92078A-8246-4BA4-AE5B-76104861E7DC,TV-0004-aa,Boston,MA,02134',
  'Ida,Kept,1955-05-05,kept@mail.example,415-555-0005,5HGCM82633A004352,AD92078A-8246-4BA4-AE5B-76104861E7DC,TV-0005-aa,Houston,TX,77002',
  'Noa,Vin,1950-02-02,noa@mail.example,415-555-0006,6HGCM82633A004352,BD92078A-8246-4BA4-AE5B-76104861E7DC,TV-0006-aa,Houston,TX,77002',
  'Max,Maid,1951-02-02,max@mail.example,415-555-0007,7HGCM82633A004352,CD92078A-8246-4BA4-AE5B-76104861E7DC,TV-0007-aa,Houston,TX,77002',
  'Tia,Screen,1952-02-02,tia@mail.example,415-555-0008,8HGCM82633A004352,DD92078A-8246-4BA4-AE5B-76104861E7DC,TV-0008-aa,Houston,TX,77002',
  'Uma,Untouched,1953-02-02,uma@mail.example,415-555-0009,9HGCM82633A004352,ED92078A-8246-4BA4-AE5B-76104861E7DC,TV-0009-aa,Houston,TX,77002',
]

export type DropFixture = {
  readonly system: TestSystem
  readonly clock: FakeClock
  readonly state: StandIn
  readonly people: () => People
  /** The process dies at the point, once. */
  dieAt(point: DropFaultPoint | undefined): void
  hasDied(): boolean
  deps(): DropDeps
  item(list: DropList, hash: string): Offered
  /** What the state has of an item. */
  statusOf(item: Offered): number | undefined
  /** @returns the rows that were stored */
  importPeople(rows?: readonly string[]): Promise<number>
  /** First names that are found. */
  listed(): Promise<string[]>
  report(): Promise<DropReport>
  newest(): Promise<DropCycle>
  /** Goes on, each time the state wants to be asked again, until nothing is open or it is stuck. @returns the calls */
  workThrough(): Promise<string[]>
  /** 31 days pass, so that the next cycle is due. */
  passDays(days?: number): Promise<void>
  close(): Promise<void>
}

/** A system whose registry is a stand-in that keeps its own state. */
export async function openDropFixture(): Promise<DropFixture> {
  const clock = fakeClock('2026-03-12T10:00:00Z')
  const state = await openStandIn()
  const variables = { ...dropVariables, DROP_URL: state.url, DROP_API_KEY: state.key }
  const system = await openTestSystem({ clock, jobs: false, variables })
  // Tests go on by themselves; what tells the job to is sent all the same.
  await system.deps.jobs.work('continue-drop', {}, async () => undefined)
  let people = await addPeople(system.deps, system.call)
  let [fault, items]: [DropFaultPoint | undefined, number] = [undefined, 0]
  const deps = (): DropDeps => ({
    ...system.deps.drop,
    faults: (point) => {
      if (point !== fault) return
      fault = undefined
      throw new Error(`cut short at ${point}`)
    },
  })
  const report = async () => (await system.call('GET', '/api/drop', { as: people.superAdmin })).body
  const newest = async () => {
    const [cycle] = (await report()).cycles
    if (!cycle) throw new Error('There is no cycle')
    return cycle
  }
  return {
    ...{ system, clock, state, deps, report, newest, people: () => people },
    dieAt: (point) => {
      fault = point
    },
    hasDied: () => fault === undefined,
    item: (list, hash) => ({ itemId: `Item${String(++items).padStart(8, '0')}`, hash, list }),
    statusOf: ({ itemId }) => state.statuses.get(itemId),
    importPeople: async (rows) => await importRows(system, rows),
    listed: async () => await listNames(system, people),
    workThrough: async () => {
      await workThrough({ clock, deps, newest })
      return [...state.calls]
    },
    passDays: async (days = 31) => {
      clock.advance(days * 24 * 60 * 60_000)
      // Sessions have ended meanwhile.
      const { owner, superAdmin } = people
      const again = async <P extends { email: string; password: string }>(person: P): Promise<P> => ({
        ...person,
        ...(await signIn(system.call, person)),
      })
      people = { ...people, owner: await again(owner), superAdmin: await again(superAdmin) }
    },
    close: async () => {
      await system.close()
      await state.close()
    },
  }
}

async function importRows(system: TestSystem, rows: readonly string[] = rowsOfPeople): Promise<number> {
  const { dataDir, db, olap, files: store, clock } = system.deps
  const path = join(dataDir, 'people.csv')
  // First names are covered; a business of the same name is not.
  const lines = rows.map((row, at) => `${row},${at === 0 ? 'Business' : row.slice(0, row.indexOf(','))}`)
  await writeFile(path, `${lines.join('\n')}\n`)
  const order = { source: await localFile(path), dictId: 'people', name: 'People' }
  return (await importLeads({ db, olap, store, clock, log: () => undefined }, order)).rowsStored
}

async function listNames(system: TestSystem, { owner }: People): Promise<string[]> {
  const { body } = await system.call('POST', '/api/search/people', { as: owner, body: { limit: 50 } })
  return body.rows.map(({ cells }) => String(cells.business)).sort()
}

async function workThrough({
  clock,
  deps,
  newest,
}: Pick<DropFixture, 'clock' | 'deps' | 'newest'>): Promise<void> {
  for (let turn = 0; turn < 40; turn++) {
    await continueDrop(deps()).catch((error: Error) => {
      if (!error.message.startsWith('cut short')) throw error
      // As when the process has died: what it held is free again a while later.
      clock.advance(16 * 60_000)
    })
    const { state } = await newest()
    if (state === 'reported' || state === 'stuck') return
    clock.advance(61_000)
  }
  throw new Error('The cycle does not end')
}
