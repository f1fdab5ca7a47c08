import { createHash } from 'node:crypto'
import { sumDebits } from '@freeor/credits/ledger'
import type { CompanyScope } from '@freeor/kernel/scope'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { datasets, datasetVersions } from '../dictionaries/tables.ts'
import { addOptOuts } from '../opt-outs/commands.ts'
import {
  addSuppressionList,
  applySuppressionList,
  deleteSuppressionList,
  restoreSuppressionList,
} from '../suppression/commands.ts'
import { confirmDownload } from './commands.ts'
import { quoteDownload } from './price-download.ts'
import { getDownload } from './queries.ts'
import {
  accepted,
  ask,
  type DownloadSystem,
  newCompany,
  newKey,
  openDownloadSystem,
  sampleColumns,
  storeLeads,
} from './testing.ts'

/*
 * What is quoted is what the file holds and what the ledger debits: for random leads, of which several share a
 * telephone number, and random steps of a company and of people who opt out. A plain model of sets says what must come
 * out; the steps are done by the real engines.
 */

let system: DownloadSystem

beforeAll(async () => {
  system = await openDownloadSystem()
  await system.deps.db.insert(datasets).values({ dictId: 'sample', name: 'Sample', createdAt: new Date() })
})

afterAll(async () => await system?.close())

const industries = ['Retail', 'Roofing'] as const
/** Telephone numbers of a run: fewer than leads, so that some leads are doubled. */
const NUMBERS = 8

const numbers = fc.uniqueArray(fc.nat(NUMBERS - 1), { minLength: 1, maxLength: 3 })
const request = fc.record({
  industry: fc.constantFrom(undefined, undefined, ...industries),
  offset: fc.constantFrom<number[]>(0, 0, 0, 1, 4),
  limit: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  suppressOwned: fc.boolean(),
  suppressLists: fc.constantFrom(true, true, true, false),
})
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      request,
      /** Who opts out after the order, before its file is written. */
      meanwhile: fc.option(numbers, { nil: [] as number[], freq: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('list' as const), numbers, isHashed: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete or restore' as const), list: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('opt out' as const), numbers }) },
)
const drawnLeads = fc.array(
  fc.record({ industry: fc.constantFrom(...industries), number: fc.nat(NUMBERS - 1) }),
  {
    minLength: 4,
    maxLength: 30,
  },
)
const steps = fc.array(step, { minLength: 3, maxLength: 9 })

type DrawnBy<A> = A extends fc.Arbitrary<infer T> ? T : never
type Request = DrawnBy<typeof request>
type Step = DrawnBy<typeof step>
type Lead = {
  readonly id: number
  readonly company: string
  readonly industry: string
  readonly number: number
}
type List = { readonly id: string; readonly numbers: readonly number[]; isApplied: boolean }

/** One run: a version of the dataset and a company of its own, and what the model knows of both. */
type Run = {
  readonly no: number
  readonly scope: CompanyScope
  leads: Lead[]
  readonly owned: Set<number>
  readonly lists: List[]
}

const phoneOf = ({ no }: { no: number }, number: number) =>
  `+1202${String(no * 100 + number).padStart(7, '0')}`

async function beginRun(no: number, drawn: readonly Omit<Lead, 'id' | 'company'>[]): Promise<Run> {
  const { db, olap } = system.deps
  const leads = drawn.map((lead, i) => ({
    ...lead,
    id: no * 1000 + i,
    company: `Company ${String(i).padStart(2, '0')}`,
  }))
  await storeLeads(
    olap,
    no,
    leads.map(({ number, ...lead }) => ({ ...lead, phone: phoneOf({ no }, number) })),
  )
  const identity = { by: 'id' as const, keys: [] }
  const version = { dictId: 'sample', version: no, rows: leads.length, columns: [...sampleColumns], identity }
  await db.insert(datasetVersions).values({ ...version, importedAt: new Date() })
  await db.update(datasets).set({ currentVersion: no })
  system.serving.version = no
  const scope = await newCompany(db, { now: system.clock.now() })
  return { no, scope, leads, owned: new Set(), lists: [] }
}

/** What the sets say of a request. */
function expected({ leads, owned, lists }: Run, { industry, ...asked }: Request) {
  const listedNumbers = new Set(lists.filter(({ isApplied }) => isApplied).flatMap((list) => list.numbers))
  const matching = leads.filter((lead) => industry === undefined || lead.industry === industry)
  const isOwned = ({ id }: Lead) => owned.has(id)
  const isListed = ({ number }: Lead) => asked.suppressLists && listedNumbers.has(number)
  const left = matching.filter((lead) => !isListed(lead) && !(asked.suppressOwned && isOwned(lead)))
  const file = left.slice(asked.offset, asked.offset + (asked.limit ?? left.length))
  return {
    file,
    quote: {
      matches: matching.length,
      alreadyOwned: matching.filter(isOwned).length,
      listed: matching.filter(isListed).length,
      suppressed: matching.length - left.length,
      optedOut: 0,
      rows: file.length,
      newLeads: file.filter((lead) => !isOwned(lead)).length,
      outcome: file.length === 0 ? 'nothing_to_download' : 'ok',
    },
  }
}

async function optOut(run: Run, chosen: readonly number[]): Promise<void> {
  if (chosen.length === 0) return
  const text = chosen.map((number) => phoneOf(run, number)).join('\n')
  const done = await addOptOuts(system.deps, text, { superAdminUserId: undefined, reason: 'They asked' })
  const stay = run.leads.filter(({ number }) => !chosen.includes(number))
  expect(done.leads).toBe(run.leads.length - stay.length)
  run.leads = stay
}

/** Quotes, orders by that quote, writes the file, and compares each with the model. */
async function order(run: Run, { request: drawn, meanwhile }: Extract<Step, { do: 'order' }>): Promise<void> {
  const { deps } = system
  const { scope } = run
  const { industry, ...asked } = drawn
  const input = { ...asked, filter: industry ? `industry:${industry}` : '', columns: ['company', 'phone'] }
  const sorted = { ...input, sort: [{ column: 'company', direction: 'asc' }] }
  const before = await system.left(scope)
  const { file, quote } = expected(run, drawn)
  const { binding, ...quoted } = await quoteDownload(deps, scope, ask(sorted))
  expect(quoted).toMatchObject(quote)
  expect(quoted.credits).toEqual({ before, price: quote.newLeads, after: before - quote.newLeads })
  expect(binding !== null).toBe(file.length > 0)
  if (binding === null) return
  const confirm = { input: ask({ ...sorted, quote: binding.token }), idempotencyKey: newKey() }
  const { id } = accepted(await confirmDownload(deps, scope, confirm))
  expect(await system.left(scope)).toBe(before - quote.newLeads)
  await optOut(run, meanwhile)
  await system.run(id)
  const kept = file.filter(({ number }) => !meanwhile.includes(number))
  const fresh = kept.filter((lead) => !run.owned.has(lead.id))
  expect(await getDownload(deps, scope, id)).toMatchObject({
    state: 'ready',
    downloadCount: kept.length,
    newLeads: fresh.length,
  })
  const rows = kept.map(({ company, number }) => [company, phoneOf(run, number)])
  expect(await system.readRows(scope, id)).toEqual(rows)
  expect((await sumDebits(deps.db, 'leads')).get(id) ?? 0).toBe(fresh.length)
  expect(await system.left(scope)).toBe(before - fresh.length)
  for (const lead of fresh) run.owned.add(lead.id)
}

async function applyList(run: Run, chosen: Extract<Step, { do: 'list' }>): Promise<void> {
  const phones = chosen.numbers.map((number) => phoneOf(run, number))
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const lines = chosen.isHashed ? phones.map(hash) : phones
  // Each entry twice: a list that says a number twice leaves its leads out once.
  const file = (async function* () {
    yield Buffer.from([...lines, ...lines].join('\n'))
  })()
  const { id, profiles } = await addSuppressionList(system.deps, run.scope, { name: 'A list', file })
  const ofPhones = profiles.filter(({ kind }) => kind === 'phone').map((profile) => profile.id)
  await applySuppressionList(system.deps, run.scope, { id, profiles: ofPhones })
  run.lists.push({ id, numbers: chosen.numbers, isApplied: true })
}

async function deleteOrRestore({ lists, scope }: Run, at: number): Promise<void> {
  const list = lists[at]
  if (!list) return
  if (list.isApplied) await deleteSuppressionList(system.deps, scope, list.id)
  else await restoreSuppressionList(system.deps, scope, list.id)
  list.isApplied = !list.isApplied
}

async function take(run: Run, one: Step): Promise<void> {
  if (one.do === 'order') await order(run, one)
  else if (one.do === 'list') await applyList(run, one)
  else if (one.do === 'opt out') await optOut(run, one.numbers)
  else await deleteOrRestore(run, one.list)
}

test('a quote is its file and its debit, whatever is owned, listed, opted out and doubled', {
  timeout: 240_000,
}, async () => {
  // Versions 1 and 2 are the sample's own.
  let no = 2
  const property = fc.asyncProperty(drawnLeads, steps, async (leads, all) => {
    const run = await beginRun(++no, leads)
    const everything = { industry: undefined, offset: 0, limit: undefined }
    for (const one of all) await take(run, one)
    // At the end, all that is left, once without and once with what is owned: the second costs nothing.
    const last = { ...everything, suppressLists: true }
    await order(run, { do: 'order', request: { ...last, suppressOwned: true }, meanwhile: [] })
    await order(run, { do: 'order', request: { ...last, suppressOwned: false }, meanwhile: [] })
  })
  await fc.assert(property, { numRuns: 15, endOnFailure: true })
  expect(await system.violations()).toEqual([])
})
