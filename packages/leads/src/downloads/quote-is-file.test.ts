import { createHash } from 'node:crypto'
import { sumDebits } from '@freeor/credits/ledger'
import type { CompanyScope } from '@freeor/kernel/scope'
import { lte } from 'drizzle-orm'
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
  storeBusinesses,
  storeLeads,
} from './testing.ts'

/*
 * What is quoted is what the file holds and what the ledger debits: for random leads, of which several share a
 * telephone number and several are one business, and random steps of a company, of people who opt out, and of imports
 * that find more businesses. A plain model of sets says what must come out; the steps are done by the real engines.
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
/** Leads of which the first is one business with all others. */
const businesses = fc.array(fc.uniqueArray(fc.nat(29), { minLength: 2, maxLength: 4 }), { maxLength: 5 })
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      request,
      /** Who opts out after the order, before its file is written. */
      meanwhile: fc.option(numbers, { nil: [] as number[], freq: 3 }),
      /** What an import finds before the file is written. */
      found: fc.option(businesses, { nil: [] as number[][], freq: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('list' as const), numbers, isHashed: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete or restore' as const), list: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('opt out' as const), numbers }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('find businesses' as const), joins: businesses }) },
)
const drawnLeads = fc.array(
  fc.record({ industry: fc.constantFrom(...industries), number: fc.nat(NUMBERS - 1) }),
  {
    minLength: 4,
    maxLength: 30,
    size: 'max',
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
  /** The first lead of the business of each lead that is one with others. */
  readonly businessOf: Map<number, number>
}

const phoneOf = ({ no }: { no: number }, number: number) =>
  `+1202${String(no * 100 + number).padStart(7, '0')}`

async function beginRun(no: number, drawn: readonly Omit<Lead, 'id' | 'company'>[]): Promise<Run> {
  const leads = drawn.map((lead, i) => ({
    ...lead,
    id: no * 1000 + i,
    company: `Company ${String(i).padStart(2, '0')}`,
  }))
  const scope = await newCompany(system.deps.db, { now: system.clock.now() })
  const run = { no, scope, leads, owned: new Set<number>(), lists: [], businessOf: new Map() }
  await importLeads(run)
  return run
}

const KEPT_VERSIONS = 3
// Versions 1 and 2 are the sample's own.
let versions = 2

/** The next version of the dataset has the leads of the run, and what is known of their businesses. */
async function importLeads(run: Run): Promise<void> {
  const { db, olap } = system.deps
  const version = ++versions
  const leads = run.leads.map(({ number, ...lead }) => ({ ...lead, phone: phoneOf(run, number) }))
  await storeLeads(olap, version, leads)
  const members = [...run.businessOf].map(([lead, business]) => ({ lead, business, since: version }))
  await storeBusinesses(olap, version, members)
  const identity = { by: 'id' as const, keys: [] }
  const stored = { dictId: 'sample', version, rows: leads.length, columns: [...sampleColumns], identity }
  await db.insert(datasetVersions).values({ ...stored, importedAt: new Date() })
  await db.update(datasets).set({ currentVersion: version })
  // As after an import: older versions are not kept.
  await db.delete(datasetVersions).where(lte(datasetVersions.version, version - KEPT_VERSIONS))
  system.serving.version = version
}

/** Each business is paid once, by whichever lead of it comes first. */
function chargeOf({ owned, businessOf }: Run, file: readonly Lead[]): { paid: number; free: number } {
  const businessIs = (id: number) => businessOf.get(id) ?? id
  const fresh = file.filter(({ id }) => !owned.has(id))
  const before = new Set([...owned].map(businessIs))
  const paid = new Set(fresh.map(({ id }) => businessIs(id)).filter((business) => !before.has(business)))
  return { paid: paid.size, free: fresh.length - paid.size }
}

/** An import that brings the same leads again, and finds that some are one business; what was found before stays. */
async function findBusinesses(run: Run, joins: readonly (readonly number[])[]): Promise<void> {
  if (joins.length === 0 || run.leads.length === 0) return
  const ids = (group: readonly number[]) => group.map((place) => run.no * 1000 + place)
  for (const [first = 0, ...others] of joins.map(ids)) {
    const business = run.businessOf.get(first) ?? first
    for (const id of [business, first, ...others])
      if (!run.businessOf.has(id)) run.businessOf.set(id, business)
  }
  await importLeads(run)
}

/** What the sets say of a request. */
function expected(run: Run, { industry, ...asked }: Request) {
  const { leads, owned, lists } = run
  const listedNumbers = new Set(lists.filter(({ isApplied }) => isApplied).flatMap((list) => list.numbers))
  const matching = leads.filter((lead) => industry === undefined || lead.industry === industry)
  const isOwned = ({ id }: Lead) => owned.has(id)
  const isListed = ({ number }: Lead) => asked.suppressLists && listedNumbers.has(number)
  const left = matching.filter((lead) => !isListed(lead) && !(asked.suppressOwned && isOwned(lead)))
  const file = left.slice(asked.offset, asked.offset + (asked.limit ?? left.length))
  const { paid, free } = chargeOf(run, file)
  return {
    file,
    quote: {
      matches: matching.length,
      alreadyOwned: matching.filter(isOwned).length,
      listed: matching.filter(isListed).length,
      suppressed: matching.length - left.length,
      optedOut: 0,
      rows: file.length,
      newLeads: paid,
      sameLeads: free,
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
async function order(
  run: Run,
  { request: drawn, meanwhile, found }: Extract<Step, { do: 'order' }>,
): Promise<void> {
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
  await findBusinesses(run, found)
  await system.run(id)
  const kept = file.filter(({ number }) => !meanwhile.includes(number))
  const { paid, free } = chargeOf(run, kept)
  expect(await getDownload(deps, scope, id)).toMatchObject({
    state: 'ready',
    downloadCount: kept.length,
    newLeads: paid,
    sameLeads: free,
  })
  const rows = kept.map(({ company, number }) => [company, phoneOf(run, number)])
  expect(await system.readRows(scope, id)).toEqual(rows)
  expect((await sumDebits(deps.db, 'leads')).get(id) ?? 0).toBe(paid)
  expect(await system.left(scope)).toBe(before - paid)
  for (const lead of kept) run.owned.add(lead.id)
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
  else if (one.do === 'find businesses') await findBusinesses(run, one.joins)
  else await deleteOrRestore(run, one.list)
}

test('a quote is its file and its debit, whatever is owned, listed, opted out, doubled and of one business', async () => {
  let no = 0
  const property = fc.asyncProperty(drawnLeads, steps, async (leads, all) => {
    const run = await beginRun(++no, leads)
    const everything = { industry: undefined, offset: 0, limit: undefined }
    for (const one of all) await take(run, one)
    const alone = { meanwhile: [], found: [] }
    // At the end, all that is left, once without and once with what is owned: the second costs nothing.
    const last = { ...everything, suppressLists: true }
    await order(run, { do: 'order', request: { ...last, suppressOwned: true }, ...alone })
    await order(run, { do: 'order', request: { ...last, suppressOwned: false }, ...alone })
  })
  await fc.assert(property, { numRuns: 15, endOnFailure: true })
  expect(await system.violations()).toEqual([])
})
