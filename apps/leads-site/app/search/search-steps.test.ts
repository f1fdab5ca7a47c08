import { expect, test } from 'vitest'
import { stepTo } from './search-steps.ts'

const [at, next, later] = ['filter=a', 'filter=b', 'filter=c']

test('another search is pushed, or takes the place of the last one', () => {
  expect(stepTo(next, { at, underWay: undefined, replace: false })).toEqual({ search: next, isPush: true })
  expect(stepTo(next, { at, underWay: undefined, replace: true })).toEqual({ search: next, isPush: false })
})

test('the search that is in the history already is not pushed again', () => {
  expect(stepTo(at, { at, underWay: undefined, replace: false })).toEqual({ search: at, isPush: false })
  const underWay = { search: next, isPush: true }
  expect(stepTo(at, { at, underWay, replace: false })).toEqual({ search: at, isPush: false })
})

test('a search that is under way goes on', () => {
  const underWay = { search: next, isPush: true }
  expect(stepTo(next, { at, underWay, replace: false })).toBeUndefined()
  expect(stepTo(next, { at, underWay, replace: true })).toBeUndefined()
})

test('what replaces a push that has not ended does not replace the search before it', () => {
  const pushed = { search: next, isPush: true }
  expect(stepTo(later, { at, underWay: pushed, replace: true })).toEqual({ search: later, isPush: true })
  const replaced = { search: next, isPush: false }
  expect(stepTo(later, { at, underWay: replaced, replace: true })).toEqual({ search: later, isPush: false })
  expect(stepTo(later, { at, underWay: replaced, replace: false })).toEqual({ search: later, isPush: true })
})
