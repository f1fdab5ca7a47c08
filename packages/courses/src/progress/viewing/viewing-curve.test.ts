import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findHalfTime, viewingCurve, viewingParts, type Watched } from './viewing-curve.ts'

const at = (curve: readonly number[]) =>
  Object.fromEntries([...curve.entries()].filter(([, count]) => count > 0))

test('a part counts once for each learner, and the last one is where they left', () => {
  const { watched, ended } = viewingCurve([
    {
      duration: 200,
      ranges: [
        [0, 1],
        [1.2, 4],
        [6, 8],
      ],
    },
  ])
  expect(at(watched)).toEqual({ 0: 1, 1: 1, 3: 1 })
  expect(at(ended)).toEqual({ 3: 1 })
})

test('jumping to the end is watching the end alone, and what lies behind the video is none of it', () => {
  const { watched, ended } = viewingCurve([
    { duration: 100, ranges: [[99, 120]] },
    { duration: 100, ranges: [[300, 310]] },
    { duration: 100, ranges: [] },
  ])
  expect(at(watched)).toEqual({ 99: 1 })
  expect(at(ended)).toEqual({ 99: 1 })
})

test('half of the viewers have left where the second of three left', () => {
  const until = (second: number): Watched => ({ duration: 100, ranges: [[0, second]] })
  expect(findHalfTime(viewingCurve([until(10), until(43), until(100)]))).toBe(42)
  expect(findHalfTime(viewingCurve([until(100), until(100), until(5)]))).toBeUndefined()
  expect(findHalfTime(viewingCurve([]))).toBeUndefined()
})

const viewer = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 110 }), fc.integer({ min: 1, max: 40 })), { maxLength: 6 })
  .map((pieces): Watched => {
    let end = 0
    const ranges = pieces.map(([gap, length]): [number, number] => {
      const from = end + gap
      end = from + length
      return [from, end]
    })
    return { duration: 100, ranges }
  })

test('whatever was watched, each second counts in its part and nobody counts twice', () => {
  fc.assert(
    fc.property(fc.array(viewer, { maxLength: 8 }), (viewers) => {
      const { watched, ended } = viewingCurve(viewers)
      for (let part = 0; part < viewingParts; part += 1) {
        const some = viewers.filter(({ ranges }) => ranges.some(([from, to]) => from < part + 1 && to > part))
        expect(watched[part], `part ${part}`).toBe(some.length)
      }
      const began = viewers.filter(({ ranges }) => ranges.some(([from]) => from < 100))
      expect(ended.reduce((sum, one) => sum + one, 0)).toBe(began.length)
    }),
  )
})
