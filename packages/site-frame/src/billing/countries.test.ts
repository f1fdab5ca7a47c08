import { expect, test } from 'vitest'
import { homeCountry, listCountries } from './countries.ts'

test('every country of ISO 3166-1 can be chosen by its name, once, in the order of names', () => {
  const countries = listCountries()
  expect(countries).toHaveLength(249)
  expect(new Set(countries.map(({ value }) => value)).size).toBe(249)
  expect(countries.filter(({ value, label }) => value === label)).toEqual([])
  expect(countries).toContainEqual(homeCountry)
  expect(countries[0]?.label).toBe('Afghanistan')
  expect(countries.findIndex(({ value }) => value === 'AX')).toBeLessThan(5)
})
