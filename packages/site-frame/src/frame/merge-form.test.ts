import { describe, expect, test } from 'vitest'
import { mergeForm, settleForm } from './merge-form.ts'

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

describe('what the server made of a save', () => {
  const sent = { name: 'My terms ', body: 'The very first line of it.\nThe last line of it.\n' }
  const trimmed = { name: 'My terms', body: 'The very first line of it.\nThe last line of it.' }

  test('comes into the form without the spaces at its ends, and is nobody else’s', () => {
    expect(settleForm({ base: sent, mine: sent, theirs: trimmed })).toEqual({ texts: trimmed, conflicts: [] })
  })

  test('leaves what was typed since', () => {
    const mine = { ...sent, name: 'My terms and conditions' }
    expect(settleForm({ base: sent, mine, theirs: trimmed })).toEqual({
      texts: { ...trimmed, name: 'My terms and conditions' },
      conflicts: [],
    })
  })

  test('brings what others had saved before it, and shows it where I changed the same words since', () => {
    const theirs = { name: 'Our terms', body: 'The very first line of it.\nThe very last line of it.' }
    expect(settleForm({ base: sent, mine: sent, theirs })).toEqual({ texts: theirs, conflicts: [] })
    const mine = { ...sent, name: 'My own terms' }
    const { texts, conflicts } = settleForm({ base: sent, mine, theirs })
    expect([texts, conflicts]).toEqual([{ ...theirs, name: 'My own terms' }, ['name']])
  })
})
