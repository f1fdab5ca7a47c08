import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmDownload } from './commands.ts'
import type { DownloadDeps } from './ports.ts'
import { quoteDownload } from './price-download.ts'
import { getDownload, listDownloads, openDownloadFile } from './queries.ts'
import { addMember, ask, type DownloadSystem, newCompany, newKey, openDownloadSystem } from './testing.ts'

let system: DownloadSystem
let deps: DownloadDeps

beforeAll(async () => {
  system = await openDownloadSystem()
  deps = system.deps
})

afterAll(async () => await system?.close())

describe('a quote', () => {
  test('tells matches, rows, new leads and the credits before and after, and changes nothing', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    const { binding: _, ...quote } = await quoteDownload(deps, scope, ask({ filter: 'industry:Retail' }))
    expect(quote).toEqual({
      dataVersion: 1,
      matches: 200,
      alreadyOwned: 0,
      suppressed: 0,
      listed: 0,
      sameLeads: 0,
      optedOut: 0,
      doNotCall: null,
      overFileLimit: 0,
      overAllowance: 0,
      rows: 200,
      newLeads: 200,
      credits: { before: 5000, price: 200, after: 4800 },
      downloadLimit: 5000,
      outcome: 'ok',
    })
    expect(await system.left(scope)).toBe(5000)
  })

  test('over the limit of one file says by how much, and confirming it says the same', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now(), planID: 'freeor_free' })
    const { binding, ...quote } = await quoteDownload(deps, scope, ask({}))
    expect(binding).toBeNull()
    expect(quote).toMatchObject({
      outcome: 'file_limit_exceeded',
      rows: 600,
      overFileLimit: 575,
      overAllowance: 575,
    })
    const outcome = await confirmDownload(deps, scope, { input: ask({}), idempotencyKey: newKey() })
    expect(outcome).toEqual({ outcome: 'file_limit_exceeded', quote })
  })

  test('counts only the leads after offset, up to limit', async () => {
    const scope = await newCompany(deps.db, { now: system.clock.now() })
    const request = { filter: 'industry:Retail', limit: 30, offset: 190 }
    expect(await quoteDownload(deps, scope, ask(request))).toMatchObject({
      matches: 200,
      rows: 10,
      newLeads: 10,
    })
    const over = await quoteDownload(deps, scope, ask({ ...request, offset: 500 }))
    expect(over).toMatchObject({ rows: 0, outcome: 'nothing_to_download' })
  })

  test('leaves out owned leads only on a plan with suppression', async () => {
    const basic = await newCompany(deps.db, { now: system.clock.now(), planID: 'freeor_basic' })
    await expect(quoteDownload(deps, basic, ask({ suppressOwned: true }))).rejects.toMatchObject({
      code: 'payment_required',
    })
    const pro = await newCompany(deps.db, { now: system.clock.now() })
    await system.make(pro, { filter: 'industry:Retail', limit: 50 })
    const quote = await quoteDownload(
      deps,
      pro,
      ask({ filter: 'industry:Retail', suppressOwned: true, limit: 20 }),
    )
    expect(quote).toMatchObject({ matches: 200, alreadyOwned: 50, suppressed: 50, rows: 20, newLeads: 20 })
  })

  test('is refused to a viewer', async () => {
    const { companyId } = await newCompany(deps.db, { now: system.clock.now() })
    const viewer = await addMember(deps.db, { companyId, role: 'viewer', now: system.clock.now() })
    await expect(quoteDownload(deps, viewer, ask({}))).rejects.toMatchObject({ code: 'forbidden' })
    const confirmed = confirmDownload(deps, viewer, { input: ask({}), idempotencyKey: newKey() })
    await expect(confirmed).rejects.toMatchObject({ code: 'forbidden' })
  })
})

test('another company’s download is missing, like one that never existed', async () => {
  const mine = await newCompany(deps.db, { now: system.clock.now() })
  const other = await newCompany(deps.db, { now: system.clock.now() })
  const { id } = await system.make(mine, { limit: 2 })
  const errorOf = async (work: Promise<unknown>) =>
    await work.catch((error: { code: string; message: string }) => [error.code, error.message])
  for (const read of [getDownload, openDownloadFile]) {
    const foreign = await errorOf(read(deps, other, id))
    expect(foreign).toEqual(await errorOf(read(deps, other, 'dl_0')))
    expect(foreign).toEqual(['not_found', 'There is no such download'])
  }
  expect(await listDownloads(deps, other)).toEqual([])
  const viewer = await addMember(deps.db, {
    companyId: mine.companyId,
    role: 'viewer',
    now: system.clock.now(),
  })
  expect(await getDownload(deps, viewer, id)).toMatchObject({ id })
  await expect(openDownloadFile(deps, viewer, id)).rejects.toMatchObject({ code: 'forbidden' })
})
