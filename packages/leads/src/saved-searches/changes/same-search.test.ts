import { expect, test } from 'vitest'
import { isSameSearch } from './same-search.ts'

const search = { filter: 'employees:>=50', dslFilter: 'state:TX' }

test('a search limited to what is new is the same search', () => {
  for (const filter of [
    'employees:>=50',
    'employees:>=50 since:v3',
    'employees:>=50 (since:v3 or changed:v3)',
    'changed:v2 employees:>=50',
  ])
    expect(isSameSearch(search, { ...search, filter }), filter).toBe(true)
})

test('another filter, another place, and what is gone, are another search', () => {
  for (const other of [
    { ...search, filter: 'employees:>=51' },
    { ...search, dslFilter: 'state:CA' },
    { ...search, filter: 'employees:>=50 gone:v3' },
    { ...search, filter: 'employees:>=50 (since:v3 or industry:Retail)' },
  ])
    expect(isSameSearch(search, other), JSON.stringify(other)).toBe(false)
})
