import { expect, test } from 'vitest'
import { filterReadings, type Reading, readFilter } from './filter-readings.ts'

const reading = (name: string, data: Partial<Reading['data']> = {}, description = ''): Reading =>
  ({
    name,
    description,
    data: { type: 'Books', author: 'A. Writer', year: 1999, source: 'A Press', ...data },
  }) as Reading

const readings = [
  reading('Liberalism’s Religion', { author: 'Cécile Laborde', year: 2017 }),
  reading(
    'Cantwell v. Connecticut',
    { type: 'Cases', source: '310 U.S. 296', year: 1940 },
    'Without a licence',
  ),
]
const found = (search: string) =>
  filterReadings(readings, readFilter(new URLSearchParams(search))).map(({ name }) => name)

test('every word has to be somewhere: title, author, year, source or description', () => {
  expect(found('q=laborde+2017')).toEqual(['Liberalism’s Religion'])
  expect(found('q=310+licence')).toEqual(['Cantwell v. Connecticut'])
  expect(found('q=laborde+1940')).toEqual([])
})

test('accents, capitals and the form of an apostrophe make no difference', () => {
  expect(found('q=CECILE')).toEqual(['Liberalism’s Religion'])
  expect(found("q=liberalism's")).toEqual(['Liberalism’s Religion'])
})

test('a type shows only its entries; one that is not there shows all', () => {
  expect(found('type=Cases')).toEqual(['Cantwell v. Connecticut'])
  expect(found('type=Films')).toHaveLength(2)
  expect(found('')).toHaveLength(2)
})
