import { describe, expect, it } from 'vitest'
import { answerKey, readSearch, writeSearch } from './search-url.ts'

const address =
  'filter=employees%3A50..500&dslFilter=state%3ACA%2CNV&sort=revenue%3Adesc%2Cname%3Aasc&columns=name%2Ccity&view=-124.0000%2C25.0000%2C-70.0000%2C48.0000%2C3.50&asOf=2&show=charts'

describe('the address of a search', () => {
  it('reads back what it wrote', () => {
    const params = new URLSearchParams(address)
    expect(readSearch(writeSearch(readSearch(params)))).toEqual(readSearch(params))
    expect(readSearch(params).view).toEqual({ bbox: [-124, 25, -70, 48], zoom: 3.5 })
  })

  it('treats what it cannot read as absent', () => {
    const state = readSearch(new URLSearchParams('view=1,2,3&asOf=-4&columns=&sort='))
    expect(state).toMatchObject({ view: null, asOf: null, columns: null, sort: [] })
    expect(readSearch(new URLSearchParams('view=10,0,-10,5,3')).view).toBeNull()
  })

  it('asks for the same leads whatever the map shows and the table has for columns', () => {
    const moved = new URLSearchParams(address)
    moved.set('view', '-100,30,-90,40,6')
    moved.set('columns', 'zip')
    moved.set('show', 'charts')
    expect(answerKey(moved)).toBe(answerKey(new URLSearchParams(address)))
    moved.set('filter', 'employees:>5')
    expect(answerKey(moved)).not.toBe(answerKey(new URLSearchParams(address)))
  })
})
