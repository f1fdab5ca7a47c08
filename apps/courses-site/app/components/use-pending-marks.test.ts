import { expect, test } from 'vitest'
import { marksOf, type PendingMark } from './use-pending-marks.ts'

type Marks = { favorite?: boolean; archived?: boolean }

const archived: PendingMark<Marks> = { id: 'one', marks: { archived: true } }
const favorite: PendingMark<Marks> = { id: 'one', marks: { favorite: true } }
const other: PendingMark<Marks> = { id: 'two', marks: { favorite: false } }

test('a thing shows all that is being sent about it, and of the same mark the last', () => {
  const back: PendingMark<Marks> = { id: 'one', marks: { archived: false } }
  expect(marksOf([archived, other, favorite], 'one')).toEqual({ archived: true, favorite: true })
  expect(marksOf([archived, back], 'one')).toEqual({ archived: false })
  expect(marksOf([other], 'one')).toEqual({})
})
