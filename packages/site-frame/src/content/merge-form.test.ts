import { expect, test } from 'vitest'
import { mergeForm } from './merge-form.ts'

const base = { name: 'Terms', body: 'The first line of it.\nThe last line of it.' }

test('what only the other one changed comes into the form, what I wrote elsewhere stays', () => {
  const mine = { ...base, body: 'The very first line of it.\nThe last line of it.' }
  const theirs = { name: 'Our terms', body: 'The first line of it.\nThe very last line of it.' }
  expect(mergeForm({ base, mine, theirs })).toEqual({
    texts: { name: 'Our terms', body: 'The very first line of it.\nThe very last line of it.' },
    conflicts: [],
  })
})

test('where both changed the same words the form keeps mine and says so', () => {
  const mine = { ...base, name: 'My terms' }
  const theirs = { ...base, name: 'Their terms' }
  expect(mergeForm({ base, mine, theirs })).toEqual({ texts: mine, conflicts: ['name'] })
})

test('a field that is new in theirs comes in', () => {
  const theirs = { ...base, lead: 'In plain words' }
  expect(mergeForm({ base, mine: base, theirs }).texts).toEqual(theirs)
})
