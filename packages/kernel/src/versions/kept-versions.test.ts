import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listThinned, type SavedVersion } from './kept-versions.ts'

const now = new Date('2026-03-31T12:00:00Z')
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A version every `step` from `from` ago until `to` ago. */
const every = (step: number, from: number, to = 0): SavedVersion[] =>
  Array.from({ length: Math.floor((from - to) / step) }, (_, n) => ({
    version: n + 1,
    at: ago(from - n * step),
  }))

const kept = (versions: readonly SavedVersion[]) => versions.length - listThinned(versions, now).length

test('versions of the last hour all stay', () => {
  expect(listThinned(every(2000, hour), now)).toEqual([])
})

test('then one a minute stays, after a day one an hour, after thirty days one a day, and always the first', () => {
  expect(kept(every(2000, 2 * hour, hour))).toBe(60 + 1)
  expect(kept(every(minute, 3 * day, 2 * day))).toBe(24 + 1)
  expect(kept(every(hour, 40 * day, 35 * day))).toBe(6 + 1)
})

test('a version that somebody returned to stays', () => {
  const versions = every(2000, 2 * hour, hour).map((one) => ({ ...one, isKept: one.version === 3 }))
  expect(listThinned(versions, now)).not.toContain(3)
})

test('thinning twice is thinning once, whatever time is between, and the newest version always stays', () => {
  const ages = fc.array(fc.nat(60 * 24 * 60), { minLength: 1, maxLength: 200, size: 'max' })
  fc.assert(
    fc.property(ages, fc.nat(60 * 24 * 60), (minutes, later) => {
      const versions = minutes
        .toSorted((one, other) => other - one)
        .map((at, n) => ({ version: n + 1, at: ago(at * minute) }))
      const end = new Date(now.getTime() + later * minute)
      const left = (all: readonly SavedVersion[], at: Date) => {
        const gone = new Set(listThinned(all, at))
        return all.filter(({ version }) => !gone.has(version))
      }
      expect(left(left(versions, now), end)).toEqual(left(versions, end))
      expect(left(versions, end).at(-1)).toBe(versions.at(-1))
    }),
  )
})
