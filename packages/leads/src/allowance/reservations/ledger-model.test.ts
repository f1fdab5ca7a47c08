import { addLot } from '@freeor/credits/lots/commands'
import { type TestDatabase, testDatabase } from '@freeor/testing/postgres'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantDueLots } from '../commands.ts'
import { checkLedger } from '../health/queries.ts'
import { readAllowance } from '../queries.ts'
import { leadCompany } from '../testing.ts'
import { refundDebit, releaseReservation, reserveCredits, settleReservation } from './commands.ts'

const start = Date.parse('2026-01-31T10:00:00Z')
const dayMs = 86_400_000
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
})

/**
 * What a company should have, in a few lines: the lot that expires soonest is spent first, and credits go back to it.
 */
class Model {
  day = 0
  readonly lots: { expires: number; left: number; order: number }[] = []
  readonly downloads = new Map<string, { amount: number; state: string; parts: [number, number][] }>()
  readonly #granted = new Set<number>()

  grant() {
    // The periods of an anchor at 31 January 2026, in days from it.
    const starts = [0, 28, 59, 89, 120, 150, 181]
    const index = starts.findLastIndex((day) => day <= this.day)
    if (this.#granted.has(index)) return
    this.#granted.add(index)
    this.lots.push({ expires: starts[index + 1] ?? 212, left: 25, order: this.lots.length })
  }

  get remaining(): number {
    return this.lots.filter(({ expires }) => expires > this.day).reduce((sum, { left }) => sum + left, 0)
  }

  reserve(id: string, amount: number): string {
    const known = this.downloads.get(id)
    if (known) return known.amount === amount && known.state !== 'released' ? 'reserved' : 'conflict'
    this.grant()
    if (this.remaining < amount) return 'insufficient'
    const parts: [number, number][] = []
    let open = amount
    const inOrder = this.lots
      .filter(({ expires, left }) => expires > this.day && left > 0)
      .toSorted((a, b) => a.expires - b.expires || a.order - b.order)
    for (const lot of inOrder) {
      const part = Math.min(open, lot.left)
      lot.left -= part
      open -= part
      if (part > 0) parts.push([lot.order, part])
    }
    this.downloads.set(id, { amount, state: 'held', parts })
    return 'reserved'
  }

  finish(id: string, debited: number, state: string): void {
    const download = this.downloads.get(id)
    if (download?.state !== 'held') return
    let open = debited
    for (const [order, part] of download.parts) {
      const taken = Math.min(open, part)
      open -= taken
      const lot = this.lots[order]
      if (lot) lot.left += part - taken
    }
    Object.assign(download, { state, debited })
  }
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('reserve' as const), n: fc.nat(9), amount: fc.nat(30) }),
  fc.record({ kind: fc.constant('settle' as const), n: fc.nat(9), amount: fc.nat(100) }),
  fc.record({ kind: fc.constant('release' as const), n: fc.nat(9), amount: fc.constant(0) }),
  fc.record({ kind: fc.constant('promo' as const), n: fc.nat(9), amount: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant('wait' as const), n: fc.nat(40), amount: fc.constant(0) }),
  fc.record({ kind: fc.constant('job' as const), n: fc.constant(0), amount: fc.constant(0) }),
)

test('any order of grants, reservations, settlements, releases and months leaves what a simple model says', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }), async (steps) => {
      run += 1
      const company = await leadCompany(database.db, { planID: 'freeor_free', now: new Date(start) })
      const model = new Model()
      model.grant()
      for (const { kind, n, amount } of steps) {
        const now = new Date(start + model.day * dayMs)
        const downloadId = `dl_${run}_${n}`
        const known = model.downloads.get(downloadId)
        await database.db.transaction(async (tx) => {
          if (kind === 'wait') model.day = Math.min(model.day + n, 200)
          else if (kind === 'promo') {
            const expires = model.day + n * 10 + 1
            const expiresAt = new Date(start + expires * dayMs)
            const period = `promo ${model.lots.length}`
            const lot = { kind: 'promo' as const, period, amount, startsAt: now, expiresAt, now }
            await addLot(tx, { companyId: company.companyId, site: 'leads', ...lot })
            model.lots.push({ expires, left: amount, order: model.lots.length })
          } else if (kind === 'job') {
            await grantDueLots(database.db, now)
            model.grant()
          } else if (kind === 'reserve') {
            const outcome = reserveCredits(tx, { ...company, downloadId, amount, rows: 0, now })
            const status = await outcome.then(
              (answer) => answer.status,
              (error: { code: string }) => error.code,
            )
            expect(status).toBe(model.reserve(downloadId, amount))
          } else if (known && kind === 'settle') {
            const rows = Math.min(amount, known.amount)
            await settleReservation(tx, { downloadId, amount: rows, fileName: 'f', now })
            model.finish(downloadId, rows, 'settled')
          } else if (known && kind === 'release') {
            await releaseReservation(tx, { downloadId, reason: 'r', now })
            model.finish(downloadId, 0, 'released')
          }
        })
        model.grant()
        const { leadsRemaining } = await readAllowance(
          database.db,
          company,
          new Date(start + model.day * dayMs),
        )
        expect(leadsRemaining).toBe(model.remaining)
      }
      const [first] = model.downloads.keys()
      if (first && model.downloads.get(first)?.state === 'settled') {
        const now = new Date(start + model.day * dayMs)
        const input = { downloadId: first, userId: company.userId, reason: 'r', now }
        await database.db.transaction((tx) => refundDebit(tx, input))
      }
      expect(await checkLedger(database.db)).toEqual([])
    }),
    { numRuns: 25 },
  )
})
