import type { PlaceClause, Query } from '@freeor/leads/query/ast'
import { parseQuery } from '@freeor/leads/query/parse-query'
import { printQuery } from '@freeor/leads/query/print-query'
import { describe, expect, it } from 'vitest'
import {
  addPlace,
  geographyParts,
  hasPart,
  narrowedBy,
  placeEntries,
  removeEntry,
  togglePlace,
  toggleValue,
  valuesOf,
  withMatch,
  withoutPart,
  withSince,
} from './edit-query.ts'

const edited = (text: string, edit: (query: Query) => Query) => printQuery(edit(parseQuery(text)))

describe('editing a query from the form', () => {
  it('takes a value in and out again, whatever its case', () => {
    expect(edited('employees:>5', (q) => toggleValue(q, 'title', 'Owner'))).toBe('employees:>5 title:Owner')
    expect(edited('title:Owner,CEO', (q) => toggleValue(q, 'title', 'owner'))).toBe('title:CEO')
    expect(edited('title:Owner', (q) => toggleValue(q, 'title', 'Owner'))).toBe('')
  })

  it('treats a column named as a place as the place', () => {
    expect(edited('state:CA', (q) => toggleValue(q, 'state', 'NV'))).toBe('state:CA,NV')
    expect(valuesOf(parseQuery('state:CA,NV'), 'state')).toEqual(['CA', 'NV'])
  })

  it('keeps a part at its place', () => {
    const range = { op: 'range', from: { value: '9', inclusive: true } } as const
    expect(edited('employees:>5 title:Owner', (q) => withMatch(q, 'employees', range))).toBe(
      'employees:>=9 title:Owner',
    )
  })

  it('drops a whole group by its text', () => {
    expect(edited('(title:CEO or website:*) state:CA', (q) => withoutPart(q, 'title:CEO or website:*'))).toBe(
      'state:CA',
    )
  })
})

describe('editing a geography from the panel', () => {
  const nevada: PlaceClause = { type: 'place', kind: 'state', states: ['NV'] }

  it('adds a place as one more way in', () => {
    expect(edited('', (q) => addPlace(q, nevada, false))).toBe('state:NV')
    expect(edited('state:CA', (q) => addPlace(q, nevada, false))).toBe('state:CA,NV')
    expect(edited('within:25mi@77001', (q) => addPlace(q, nevada, false))).toBe(
      'within:25mi@77001 or state:NV',
    )
  })

  it('excludes a place in addition to what is included', () => {
    expect(edited('state:CA', (q) => addPlace(q, nevada, true))).toBe('state:CA -state:NV')
    expect(edited('state:CA -zip:89101', (q) => addPlace(q, nevada, true))).toBe(
      'state:CA -(zip:89101 or state:NV)',
    )
  })

  it('takes one entry out of a list and the part with its last', () => {
    const query = parseQuery('(state:CA,NV or within:25mi@77001) -zip:77002')
    const [first] = geographyParts(query)
    if (first?.kind !== 'included') throw new Error('not included')
    const entries = first.places.flatMap(placeEntries)
    expect(entries.map((entry) => entry.label)).toEqual(['CA', 'NV', 'within:25mi@77001'])
    const [california] = entries
    if (!california) throw new Error('no entry')
    expect(printQuery(removeEntry(query, first.text, california))).toBe(
      '(state:NV or within:25mi@77001) -zip:77002',
    )
  })

  it('leaves what it cannot show to the query bar', () => {
    expect(
      geographyParts(parseQuery('((state:CA city:Fresno) or zip:89101)')).map((part) => part.kind),
    ).toEqual(['other'])
  })

  it('removes a clicked state that was chosen, and the part with its last', () => {
    const nevada: PlaceClause = { type: 'place', kind: 'state', states: ['NV'] }
    expect(edited('state:CA', (q) => togglePlace(q, nevada, 'NV'))).toBe('state:CA,NV')
    expect(edited('state:CA,NV', (q) => togglePlace(q, nevada, 'NV'))).toBe('state:CA')
    expect(edited('state:NV', (q) => togglePlace(q, nevada, 'NV'))).toBe('')
  })

  it('knows a clicked county by its name and by its FIPS code', () => {
    const fulton: PlaceClause = { type: 'place', kind: 'county', counties: ['Fulton, GA'] }
    expect(edited('county:13121,13089', (q) => togglePlace(q, fulton, '13121'))).toBe('county:13089')
    expect(edited('county:"Fulton, GA"', (q) => togglePlace(q, fulton, '13121'))).toBe('')
  })

  it('leaves an excluded state excluded when it is clicked', () => {
    const texas: PlaceClause = { type: 'place', kind: 'state', states: ['TX'] }
    expect(edited('-state:TX', (q) => togglePlace(q, texas, 'TX'))).toBe('-state:TX state:TX')
  })

  it('asks for what is new since one version at a time', () => {
    expect(edited('state:CA since:v2', (q) => withSince(q, 3))).toBe('state:CA since:v3')
  })
})

describe('narrowing a query by a bar of a chart', () => {
  const narrowed = (text: string, clause: string) =>
    edited(text, (q) => narrowedBy(q, parseQuery(clause) ?? { type: 'and', of: [] }))

  it('adds what is new', () => {
    expect(narrowed('', 'state:TX')).toBe('state:TX')
    expect(narrowed('employees:>5 title:Owner', 'founded:1990..1999')).toBe(
      'employees:>5 title:Owner founded:1990..1999',
    )
    expect(narrowed('title:Owner', '-title:*')).toBe('title:Owner -title:*')
  })

  it('puts less of the same column in the place of more', () => {
    expect(narrowed('title:Owner,CEO state:TX,NV', 'title:owner')).toBe('title:owner state:TX,NV')
    expect(narrowed('title:Owner state:TX,NV', 'state:NV')).toBe('title:Owner state:NV')
    expect(narrowed('employees:10..49 title:Owner', 'employees:10..19')).toBe('employees:10..19 title:Owner')
    expect(narrowed('employees:>=10', 'employees:10..<12.5')).toBe('employees:10..<12.5')
    expect(narrowed('founded:1990..1999', 'founded:1999..1999')).toBe('founded:1999..1999')
    expect(narrowed('employees:*', 'employees:1..1')).toBe('employees:1..1')
  })

  it('keeps what asks for something else', () => {
    expect(narrowed('employees:>10', 'employees:10..19')).toBe('employees:>10 employees:10..19')
    expect(narrowed('employees:12..15', 'employees:10..19')).toBe('employees:12..15 employees:10..19')
    expect(narrowed('founded:1990-05..1999', 'founded:1990..1990')).toBe(
      'founded:1990-05..1999 founded:1990..1990',
    )
    expect(narrowed('title:~own', 'title:Owner')).toBe('title:~own title:Owner')
  })

  it('knows the clause again', () => {
    const clause = parseQuery('state:TX')
    expect(clause && hasPart(parseQuery('employees:>5 state:TX'), clause)).toBe(true)
    expect(clause && hasPart(parseQuery('state:TX,NV'), clause)).toBe(false)
  })
})
