import { expect, test } from 'vitest'
import { type Measure, openHistory } from './history.ts'

const quiet: Measure = {
  ...{ requests: 1, errors: 0, seconds: 0.5, lagMs: 3, memoryBytes: 100 },
  ...{ connectionsBusy: 2, jobsDue: 4, mailWaiting: undefined },
}
const at = (minute: number, second = 0) => new Date(Date.UTC(2030, 4, 1, 10, minute, second))

test('what was seen in the same five minutes is one span: sums of requests, the most of everything else', () => {
  const history = openHistory()
  history.add(at(5), quiet)
  history.add(at(9, 59), {
    ...quiet,
    errors: 1,
    lagMs: 2,
    memoryBytes: 300,
    jobsDue: undefined,
    mailWaiting: 7,
  })
  history.add(at(10), quiet)
  expect(history.list()).toEqual([
    {
      ...{ startsAt: at(5), requests: 2, errors: 1, seconds: 1, lagMs: 3, memoryBytes: 300 },
      ...{ connectionsBusy: 2, jobsDue: 4, mailWaiting: 7 },
    },
    { ...quiet, startsAt: at(10) },
  ])
})

test('an hour is kept, however long the process runs, and after a pause only what is of the last hour', () => {
  const history = openHistory()
  for (let minute = 0; minute < 600; minute++) history.add(at(minute), quiet)
  expect(history.list()).toHaveLength(12)
  expect(history.list()[0]?.startsAt).toEqual(at(540))
  history.add(at(640), quiet)
  expect(history.list().map(({ startsAt }) => startsAt)).toEqual([at(585), at(590), at(595), at(640)])
})

test('a clock that was set back begins again', () => {
  const history = openHistory()
  history.add(at(50), quiet)
  history.add(at(10), quiet)
  expect(history.list().map(({ startsAt }) => startsAt)).toEqual([at(10)])
})
