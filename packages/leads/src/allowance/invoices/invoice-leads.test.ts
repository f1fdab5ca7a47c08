import { prorate } from '@freeor/billing/proration'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getLeadPlan } from '../lead-plans.ts'
import { leadsOfLines } from './invoice-leads.ts'

const leadsOf = (planID: string) => getLeadPlan(planID).leads

const line = (planID: string, amountCents: number) => ({
  planID,
  amountCents,
  priceCents: getLeadPlan(planID).price,
})

describe('the leads that invoice lines buy', () => {
  test('a whole period buys the plan’s leads', () => {
    for (const planID of ['freeor_basic', 'freeor_pro', 'freeor_biz'] as const) {
      expect(leadsOfLines([line(planID, getLeadPlan(planID).price)], leadsOf)).toBe(getLeadPlan(planID).leads)
    }
  })

  test('half a period of a change up buys half of the difference', () => {
    expect(leadsOfLines([line('freeor_pro', 4950), line('freeor_basic', -2500)], leadsOf)).toBe(2000)
  })

  test('half a period of a change down gives half of the difference back', () => {
    expect(leadsOfLines([line('freeor_basic', 2500), line('freeor_pro', -4950)], leadsOf)).toBe(-2000)
  })

  test('a change that costs two cents buys two leads', () => {
    expect(leadsOfLines([line('freeor_biz', 2), line('freeor_pro', 0)], leadsOf)).toBe(2)
  })

  test('lines of no plan, of a plan without leads and without a price buy nothing', () => {
    const lines = [
      { planID: null, amountCents: 5000, priceCents: 5000 },
      { planID: 'freeor_none', amountCents: 5000, priceCents: 5000 },
      { planID: 'freeor_pro', amountCents: 5000, priceCents: 0 },
    ]
    expect(leadsOfLines(lines, (planID) => (planID === 'freeor_pro' ? 5000 : undefined))).toBe(0)
  })

  test('a line never buys more than a whole period', () => {
    expect(leadsOfLines([{ planID: 'freeor_pro', amountCents: 9900, priceCents: 99 }], leadsOf)).toBe(5000)
  })

  test('going up and down at any two moments of a period never leaves leads over', () => {
    const whole = 30 * 86_400_000
    fc.assert(
      fc.property(fc.nat(whole), fc.nat(whole), (one, other) => {
        const [first, second] = [Math.min(one, other), Math.max(one, other)]
        const change = (from: string, to: string, at: number) => {
          const { chargeCents, creditCents } = prorate({
            oldCents: getLeadPlan(from).price,
            newCents: getLeadPlan(to).price,
            periodStart: new Date(0),
            periodEnd: new Date(whole),
            now: new Date(at),
          })
          const lines = [line(to, chargeCents), line(from, -creditCents)]
          return { leads: leadsOfLines(lines, leadsOf), cents: chargeCents - creditCents }
        }
        const up = change('freeor_pro', 'freeor_biz', first)
        const down = change('freeor_biz', 'freeor_pro', second)
        // 45,000 leads for $400: a lead costs 0.889 cents, and each of four lines is rounded to a cent.
        expect(up.leads + down.leads).toBeLessThanOrEqual(((up.cents + down.cents + 2) * 45_000) / 40_000 + 1)
      }),
      { numRuns: 2000 },
    )
  })
})
