import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

const before = { searchName: 'Texas', notes: 'Call in May', tags: ['a', 'b'], visibleToCompany: false }

test('what the form did not change is not sent, so that it does not undo a change of another window', () => {
  expect(changedFields(before, { ...before, notes: 'Call in June' })).toEqual({ notes: 'Call in June' })
  expect(changedFields(before, { ...before, tags: ['a'], visibleToCompany: true })).toEqual({
    tags: ['a'],
    visibleToCompany: true,
  })
})

test('an unchanged form sends nothing, and an emptied field is a change', () => {
  expect(changedFields(before, { ...before, tags: ['a', 'b'] })).toEqual({})
  expect(changedFields(before, { ...before, notes: '' })).toEqual({ notes: '' })
})
