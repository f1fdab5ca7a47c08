import { expect, test } from 'vitest'
import { parsedParts } from './parsed-parts.ts'

test('the two texts of a search become lists of the parts that must hold', () => {
  expect(
    parsedParts({ filter: 'employees:>=30 -industry:Retail', dslFilter: '(state:TX or zip:77002)' }),
  ).toEqual({
    searchParams: [
      { type: 'column', column: 'employees', match: { op: 'range', from: { value: '30', inclusive: true } } },
      { type: 'not', of: { type: 'column', column: 'industry', match: { op: 'any', values: ['Retail'] } } },
    ],
    geographyParams: [
      {
        type: 'or',
        of: [
          { type: 'place', kind: 'state', states: ['TX'] },
          { type: 'place', kind: 'zip', zips: ['77002'], lists: [] },
        ],
      },
    ],
  })
})

test('an empty text, and one that cannot be read, has no parts', () => {
  expect(parsedParts({ filter: '', dslFilter: 'state:(' })).toEqual({ searchParams: [], geographyParams: [] })
})
