import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agreementOf, beyondChance } from './agreement.ts'
import { isShown } from './place-links.ts'
import { diceOf } from './testing.ts'

const column = (values: readonly (number | undefined)[]) =>
  values.map((value) => (value === undefined ? undefined : { key: String(value), value }))
const compare = (first: readonly (number | undefined)[], second: readonly (number | undefined)[]) =>
  agreementOf({
    first: column(first),
    second: column(second),
    agrees: (a: number, b: number) => a % 10 === b % 10,
    base: 0.02,
  })

test('columns that have nothing to do with each other are never shown to agree', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 10 }), (seed, kinds) => {
      const { random } = diceOf(seed)
      const draw = () =>
        Array.from({ length: 400 }, () => Math.floor(random() * 1000) * 10 + Math.floor(random() * kinds))
      // Columns that hardly vary say nothing; all others differ at random.
      fc.pre(kinds > 1)
      expect(isShown({ least: 0.5 }, compare(draw(), draw()))).toBe(false)
    }),
    { numRuns: 200 },
  )
})

test('columns that agree are shown to agree, with and without noise and blanks', () => {
  fc.assert(
    fc.property(fc.integer(), fc.double({ min: 0, max: 0.3, noNaN: true }), (seed, noise) => {
      const { random } = diceOf(seed)
      const first = Array.from({ length: 200 }, () => Math.floor(random() * 1000))
      const second = first.map((value) => {
        if (random() < 0.1) return undefined
        return random() < noise ? Math.floor(random() * 1000) : value
      })
      const agreement = compare(first, second)
      expect(isShown({ least: 0.5 }, agreement)).toBe(true)
      expect(beyondChance(agreement)).toBeGreaterThan(0.5)
    }),
    { numRuns: 100 },
  )
})

test('a value that recurs is no evidence of its own, and a constant column is measured against arbitrary cells', () => {
  const recurring = compare(new Array(500).fill(7), new Array(500).fill(7))
  expect(recurring).toMatchObject({ draws: 1, rate: 1, chance: 0.02 })
  expect(isShown({ least: 0.5 }, recurring)).toBe(false)
  const varied = compare(
    Array.from({ length: 500 }, (_, i) => i * 10 + 7),
    new Array(500).fill(7),
  )
  expect(varied).toMatchObject({ draws: 500, rate: 1, chance: 0.02 })
  expect(isShown({ least: 0.5 }, varied)).toBe(true)
})

test('chance is not measured where nobody asks: a file of hundreds of columns has thousands of pairs', () => {
  let asked = 0
  const cells = column(Array.from({ length: 300 }, (_, i) => i * 7))
  const agreement = agreementOf({
    first: cells,
    second: cells,
    agrees: (a: number, b: number) => {
      asked++
      return a === b
    },
    base: 0.02,
  })
  expect(agreement).toHaveProperty('rate', 1)
  expect([agreement.hasDraws(300), agreement.hasDraws(301), asked]).toEqual([true, false, 300])
  expect(agreement.nats).toBeGreaterThan(100)
  expect(asked).toBeGreaterThan(1000)
})
