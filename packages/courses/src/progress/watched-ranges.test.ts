import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countPlayed, mergeRanges } from './watched-ranges.ts'

const noon = new Date('2026-03-01T12:00:00Z')
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1000)
const fresh = { watched: [], countedUntil: noon, duration: 600 }

test('ranges are merged: in order, disjoint, backwards ones are nothing', () => {
  expect(
    mergeRanges([
      [30, 40],
      [0, 10],
      [10, 12],
      [35, 50],
      [9, 9],
      [8, 3],
    ]),
  ).toEqual([
    [0, 12],
    [30, 50],
  ])
})

test('jumping to the end is not watching it', () => {
  const told = [{ from: 0, to: 600, rate: 1 }]
  expect(countPlayed(fresh, told, after(10)).watched).toEqual([[0, 10]])
})

test('what is played at double rate takes half the time', () => {
  const told = [{ from: 0, to: 20, rate: 2 }]
  expect(countPlayed(fresh, told, after(10))).toEqual({ watched: [[0, 20]], countedUntil: after(10) })
  expect(countPlayed(fresh, told, after(5)).watched).toEqual([[0, 10]])
})

test('a report that was long under way takes nothing from the next', () => {
  const first = countPlayed(fresh, [{ from: 0, to: 10, rate: 1 }], after(17))
  const second = countPlayed({ ...fresh, ...first }, [{ from: 10, to: 20, rate: 1 }], after(20))
  expect(second.watched).toEqual([[0, 20]])
})

test('after a long pause no more counts than ten minutes of playing', () => {
  const long = { ...fresh, duration: 7200 }
  expect(countPlayed(long, [{ from: 0, to: 7200, rate: 1 }], after(86_400)).watched).toEqual([[0, 600]])
})

test('nothing counts beyond the end of the video', () => {
  const told = [{ from: 590, to: 700, rate: 1 }]
  expect(countPlayed(fresh, told, after(300)).watched).toEqual([[590, 600]])
})

test('however a client reports, it gets no more seconds than the clock allows at its rate, and loses none', () => {
  const second = fc.integer({ min: 0, max: 600 })
  const told = fc.array(fc.record({ from: second, to: second, rate: fc.constantFrom(0.5, 1, 2) }), {
    maxLength: 4,
  })
  const step = fc.record({ wait: fc.integer({ min: 0, max: 900 }), told })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12, size: 'max' }), (steps) => {
      let state = { ...fresh, watched: [] as [number, number][] }
      let now = 0
      for (const { wait, told: played } of steps) {
        now += wait
        const before = state.watched
        state = { ...state, ...countPlayed(state, played, after(now)) }
        for (const [from, to] of before)
          expect(state.watched.some((range) => range[0] <= from && range[1] >= to)).toBe(true)
      }
      const seconds = state.watched.reduce((sum, [from, to]) => sum + to - from, 0)
      // Merging closes gaps of 0.05 s.
      expect(seconds).toBeLessThanOrEqual(2 * now + steps.length * 4 * 0.05)
      for (const [at, [from, to]] of state.watched.entries()) {
        expect(to).toBeGreaterThan(from)
        expect(from).toBeGreaterThan(state.watched[at - 1]?.[1] ?? -1)
      }
    }),
  )
})
