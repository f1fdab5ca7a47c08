import type { SavedSearch } from '@freeor/leads/saved-searches/schema'
import { expect, test } from 'vitest'
import { addressOf, targetOf } from './saved-address.ts'

const saved: SavedSearch = {
  id: 'srch_1',
  uid: 'usr_1',
  searchName: 'Texans',
  ownerName: 'Sam',
  notes: '',
  tags: [],
  visibleToCompany: false,
  geographyParams: [],
  searchParams: [],
  queryUrl: { url: '/search/firms', filter: 'employees:>=50', dslFilter: 'state:TX', dictId: 'firms' },
  count: 3,
  timestamp: '2026-01-01T00:00:00.000Z',
  missingColumns: [],
}
const own = '/_search/firms?savedSearch=srch_1&uid=usr_1'

const open = (dictId: string, query: string) =>
  targetOf(saved, { dictId, url: new URL(`http://localhost/_search/${dictId}?savedSearch=srch_1${query}`) })

test('a saved search opens with its query in its own dictionary', () => {
  expect(addressOf(saved)).toBe(own)
  const there = open('firms', '&uid=usr_1')
  expect(there).toMatchObject({ kind: 'there' })
  const { pathname, searchParams } = new URL(there.kind === 'there' ? there.address : '', 'http://localhost')
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/_search/firms',
    { filter: 'employees:>=50', dslFilter: 'state:TX', savedSearch: 'srch_1', uid: 'usr_1' },
  ])
})

test('an address that has a query of its own keeps it', () => {
  expect(open('firms', '&uid=usr_1&filter=employees:1')).toEqual({ kind: 'here' })
  expect(open('firms', '&dslFilter=state:NV')).toEqual({ kind: 'here' })
})

test('in another dictionary it opens in its own, as it was saved', () => {
  expect(open('shops', '&uid=usr_1')).toEqual({ kind: 'there', address: own })
  expect(open('shops', '&filter=size:1')).toEqual({ kind: 'there', address: own })
})

test('an address that names no owner opens for whoever may see the search', () => {
  expect(open('firms', '')).toMatchObject({ kind: 'there' })
  expect(open('firms', '&filter=employees:1')).toEqual({ kind: 'here' })
})

test('under a user who is not its owner it is not found, in any dictionary', () => {
  for (const dictId of ['firms', 'shops']) {
    expect(open(dictId, '&uid=usr_2')).toEqual({ kind: 'not_found' })
    expect(open(dictId, '&uid=')).toEqual({ kind: 'not_found' })
  }
})
