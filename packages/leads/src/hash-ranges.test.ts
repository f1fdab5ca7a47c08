import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashRanges } from './hash-ranges.ts'

test('ranges follow each other from the lowest hash to the highest, none left out', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 500_000_000 }),
      fc.integer({ min: 1_000_000, max: 9_000_000 }),
      (values, atOnce) => {
        const ranges = hashRanges('hash', values, atOnce).map((range) => {
          const [, from, to] = range.match(/^hash BETWEEN (\d+) AND (\d+)$/) ?? []
          return [BigInt(from ?? -1), BigInt(to ?? -1)] as const
        })
        expect(ranges).toHaveLength(Math.max(1, Math.ceil(values / atOnce)))
        expect(ranges.at(0)?.[0]).toBe(0n)
        expect(ranges.at(-1)?.[1]).toBe(2n ** 64n - 1n)
        for (const [index, [from]] of ranges.slice(1).entries())
          expect(from).toBe((ranges[index]?.[1] ?? 0n) + 1n)
      },
    ),
  )
})
