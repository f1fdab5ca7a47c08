import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toNumber } from '../query/quantity.ts'
import { binsOf, mostBins, type Spread } from './bins.ts'

const textsOf = (kind: 'size' | 'year', spread: Spread) =>
  binsOf(kind, spread).map(({ from, to }) => `${from.value}..${to.inclusive ? '' : '<'}${to.value}`)

test('sizes that spread widely get bins that grow, others get bins of one width', () => {
  expect(textsOf('size', { min: 0, max: 4200, isWhole: true })).toEqual([
    ...['0..0', '1..1', '2..4', '5..9', '10..19', '20..49', '50..99', '100..199', '200..499', '500..999'],
    ...['1000..1999', '2000..4999'],
  ])
  expect(textsOf('size', { min: 12, max: 90_000, isWhole: true })[0]).toBe('10..19')
  expect(textsOf('size', { min: 10, max: 19, isWhole: true })).toEqual(
    Array.from({ length: 10 }, (_, i) => `${10 + i}..${10 + i}`),
  )
  expect(textsOf('size', { min: 0.5, max: 2.2, isWhole: false })).toEqual([
    ...['0.4..<0.6', '0.6..<0.8', '0.8..<1', '1..<1.2', '1.2..<1.4', '1.4..<1.6', '1.6..<1.8', '1.8..<2'],
    ...['2..<2.2', '2.2..<2.4'],
  ])
  expect(textsOf('size', { min: -30, max: 20, isWhole: true })[0]).toBe('-30..-26')
})

test('years come one by one, by decade or by century', () => {
  expect(textsOf('year', { min: 2015, max: 2026, isWhole: true })[0]).toBe('2015..2015')
  expect(textsOf('year', { min: 1901, max: 2026, isWhole: true }).slice(0, 2)).toEqual([
    '1900..1909',
    '1910..1919',
  ])
  expect(textsOf('year', { min: 1700, max: 2026, isWhole: true })).toEqual([
    ...['1700..1799', '1800..1899', '1900..1999', '2000..2099'],
  ])
})

const anySpread = fc
  .tuple(
    fc.boolean(),
    fc.oneof(
      fc.double({ min: -1e15, max: 1e15, noNaN: true }),
      fc.double({ min: -100, max: 100, noNaN: true }),
      fc.double({ min: 0, max: 1e6, noNaN: true }),
    ),
    fc.oneof(
      fc.constant(0),
      fc.double({ min: 0, max: 1e14, noNaN: true }),
      fc.double({ min: 0, max: 50, noNaN: true }),
    ),
  )
  .map(([isWhole, low, width]): Spread => {
    const [min, max] = [low, Math.min(1e15, low + width)]
    return isWhole ? { min: Math.floor(min), max: Math.floor(max), isWhole } : { min, max, isWhole }
  })

test('bins follow each other, hold the smallest and the largest value, and are few', () => {
  fc.assert(
    fc.property(anySpread, fc.constantFrom('size' as const, 'year' as const), (spread, kind) => {
      const bins = binsOf(kind, spread)
      expect(bins.length).toBeGreaterThan(0)
      expect(bins.length).toBeLessThanOrEqual(mostBins[kind])
      const step = spread.isWhole ? 1 : 0
      const ends = bins.map(({ from, to }) => [toNumber(from.value), toNumber(to.value)] as const)
      for (const [i, [from, to]] of ends.entries()) {
        expect(from).toBeDefined()
        if (i > 0) expect(from).toBe((ends[i - 1]?.[1] ?? 0) + step)
        expect(from ?? 0).toBeLessThanOrEqual(to ?? 0)
      }
      expect(ends[0]?.[0]).toBeLessThanOrEqual(spread.min)
      const [, last = 0] = ends.at(-1) ?? []
      if (spread.isWhole) expect(last).toBeGreaterThanOrEqual(spread.max)
      else expect(last).toBeGreaterThan(spread.max)
    }),
    { numRuns: 2000 },
  )
})
