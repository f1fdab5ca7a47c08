import { createHash } from 'node:crypto'
import { listLogKeys } from '@freeor/credits/log/keys/queries'
import { readStatement } from '@freeor/kernel/signing/statement'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadTable } from '../../dictionaries/lead-table.ts'
import { confirmDownload } from '../commands.ts'
import type { DownloadDeps } from '../ports.ts'
import { quoteDownload } from '../price-download.ts'
import { getDownload } from '../queries.ts'
import { accepted, ask, type DownloadSystem, newCompany, newKey, openDownloadSystem } from '../testing.ts'
import { type QuoteFacts, quoteKind } from './offer-quote.ts'

let system: DownloadSystem
let deps: DownloadDeps

beforeAll(async () => {
  system = await openDownloadSystem()
  deps = system.deps
})

afterAll(async () => await system?.close())

type Scope = Awaited<ReturnType<typeof newCompany>>
const company = async () => await newCompany(deps.db, { now: system.clock.now() })

async function offer(scope: Scope, request: object) {
  const { binding } = await quoteDownload(deps, scope, ask(request))
  if (!binding) throw new Error('Nothing was offered')
  return binding
}

const order = async (scope: Scope, request: object) =>
  await confirmDownload(deps, scope, { input: ask(request), idempotencyKey: newKey() })

const refusal = (reason: string, sentence: RegExp) => ({
  ...{ code: 'conflict', details: { quoteRefused: reason } },
  message: expect.stringMatching(sentence),
})

describe('a binding quote', () => {
  test('says what is offered, signed, for 15 minutes, with the digest of exactly those leads', async () => {
    const scope = await company()
    const { token, ...said } = await offer(scope, { filter: 'industry:Retail', limit: 3 })
    expect(said).toMatchObject({
      ...{ companyId: scope.companyId, dictId: 'sample', dataVersion: 1, rows: 3, newLeads: 3, price: 3 },
      ...{ alreadyOwned: 0, suppressed: 0, optedOut: 0 },
      issuedAt: system.clock.now().toISOString(),
      expiresAt: new Date(system.clock.now().getTime() + 15 * 60_000).toISOString(),
    })
    const ids = createHash('sha256').update('1,4,7').digest('hex')
    expect(said.idsDigest).toBe(ids)
    const read = await readStatement<QuoteFacts>(quoteKind, token, await listLogKeys(deps.db))
    expect(read).toMatchObject({ state: 'genuine', facts: said })
  })

  test('is kept: the download costs what it said, and keeps it in its record', async () => {
    const scope = await company()
    const quote = await offer(scope, { limit: 20 })
    const { id } = accepted(await order(scope, { limit: 20, quote: quote.token }))
    await system.run(id)
    expect(await getDownload(deps, scope, id)).toMatchObject({ newLeads: 20, downloadCount: 20 })
    expect(await system.left(scope)).toBe(4980)
    const { rows } = await deps.db.execute(sql`SELECT quote FROM downloads WHERE id = ${id}`)
    const { price, idsDigest, expiresAt } = quote
    expect(rows).toEqual([{ quote: { id: quote.id, price, idsDigest, expiresAt } }])
  })

  test('may cost less: a colleague brought some of the leads in meanwhile', async () => {
    const scope = await company()
    const quote = await offer(scope, { limit: 20 })
    await system.make(scope, { limit: 15 })
    const { id } = accepted(await order(scope, { limit: 20, quote: quote.token }))
    await system.run(id)
    expect(await getDownload(deps, scope, id)).toMatchObject({ newLeads: 5 })
    expect(await system.left(scope)).toBe(4980)
  })

  test('is kept at its version when the data has changed, and refused once that version is gone', async () => {
    const scope = await company()
    const request = { filter: 'industry:Retail' }
    const quote = await offer(scope, request)
    system.serving.version = 2
    try {
      const { id } = accepted(await order(scope, { ...request, quote: quote.token }))
      expect(await getDownload(deps, scope, id)).toMatchObject({ dataVersion: 1, downloadCount: 200 })
      const compile = deps.compile
      const { AppError } = await import('@freeor/kernel/errors')
      const gone: DownloadDeps = {
        ...deps,
        compile: async (of, input) => {
          if (input.asOf === 1) throw new AppError('gone', 'Version 1 is not kept')
          return await compile(of, input)
        },
      }
      const input = ask({ ...request, quote: quote.token })
      await expect(confirmDownload(gone, scope, { input, idempotencyKey: newKey() })).rejects.toMatchObject(
        refusal('data_gone', /version 1, is not kept any more/),
      )
    } finally {
      system.serving.version = 1
    }
  })

  test('is refused once it has expired; the same order under its key is still the same order', async () => {
    const scope = await company()
    const quote = await offer(scope, { limit: 5 })
    const idempotencyKey = newKey()
    const confirm = async (request: object) =>
      await confirmDownload(deps, scope, { input: ask(request), idempotencyKey })
    const first = accepted(await confirm({ limit: 5, quote: quote.token }))
    system.clock.advance(15 * 60_000)
    const late = order(scope, { limit: 5, quote: quote.token })
    await expect(late).rejects.toMatchObject(refusal('expired', /has expired.*15 minutes.*new quote/))
    expect(accepted(await confirm({ limit: 5, quote: quote.token })).id).toBe(first.id)
    const { token } = await offer(scope, { limit: 5 })
    expect(accepted(await confirm({ limit: 5, quote: token })).id).toBe(first.id)
    expect(await system.left(scope)).toBe(4995)
  })

  test('of another company, of another request, or changed, is refused, and nothing is ordered', async () => {
    const scope = await company()
    const theirs = await offer(await company(), { limit: 5 })
    const own = await offer(scope, { limit: 5 })
    const unknown = refusal('unknown', /not made for your company, or it was changed/)
    await expect(order(scope, { limit: 5, quote: theirs.token })).rejects.toMatchObject(unknown)
    const other = refusal('other_request', /another search/)
    for (const request of [{ limit: 6 }, { limit: 5, offset: 1 }, { limit: 5, filter: 'industry:Retail' }])
      await expect(order(scope, { ...request, quote: own.token })).rejects.toMatchObject(other)
    const [header, payload = '', signature] = own.token.split('.')
    const cheap = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), price: 0 }
    const forged = [header, Buffer.from(JSON.stringify(cheap)).toString('base64url'), signature].join('.')
    for (const token of [forged, `${own.token}A`, 'nonsense', ''])
      await expect(order(scope, { limit: 5, quote: token })).rejects.toMatchObject(unknown)
    expect(await system.left(scope)).toBe(5000)
  })

  test('another format or name of the same leads is the same quote', async () => {
    const scope = await company()
    const { token } = await offer(scope, { limit: 5 })
    const request = { limit: 5, quote: token, format: 'xlsx', searchName: 'Mine', columns: ['company'] }
    expect(accepted(await order(scope, request)).format).toBe('xlsx')
  })

  test('is refused when other leads stand in the place of some of its own', async () => {
    const scope = await company()
    const request = { limit: 10, suppressOwned: true }
    const quote = await offer(scope, request)
    await system.make(scope, { limit: 3 })
    await expect(order(scope, { ...request, quote: quote.token })).rejects.toMatchObject(
      refusal('leads_changed', /have changed/),
    )
    expect(await system.left(scope)).toBe(4997)
    expect(await system.violations()).toEqual([])
  })

  test('is refused when somebody in it has opted out', async () => {
    const scope = await company()
    const quote = await offer(scope, { filter: 'industry:Roofing' })
    await deps.olap.write(`DELETE FROM ${leadTable(1, 1)} WHERE lead_id = 599`)
    await expect(order(scope, { filter: 'industry:Roofing', quote: quote.token })).rejects.toMatchObject(
      refusal('leads_changed', /asked not to be contacted/),
    )
    expect(await system.left(scope)).toBe(5000)
  })

  test('never costs more than it said, whatever the company does meanwhile', async () => {
    const part = fc.record({
      limit: fc.integer({ min: 1, max: 60 }),
      offset: fc.integer({ min: 0, max: 60 }),
      suppressOwned: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(part, part, part, async (before, quoted, meanwhile) => {
        const scope = await company()
        await system.make(scope, before)
        const quote = await quoteDownload(deps, scope, ask(quoted))
        if (!quote.binding) return
        await system.make(scope, meanwhile)
        const left = await system.left(scope)
        const outcome = await order(scope, { ...quoted, quote: quote.binding.token }).catch(
          (error: { code: string }) => error,
        )
        if ('code' in outcome) {
          expect(outcome.code).toBe('conflict')
          expect(await system.left(scope)).toBe(left)
          return
        }
        const { id } = accepted(outcome)
        await system.run(id)
        expect(left - (await system.left(scope))).toBeLessThanOrEqual(quote.binding.price)
        expect(await getDownload(deps, scope, id)).toMatchObject({ downloadCount: quote.binding.rows })
      }),
      { numRuns: 12 },
    )
    expect(await system.violations()).toEqual([])
  })
})
