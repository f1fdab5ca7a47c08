import { expect, test } from 'vitest'
import { boundsOf, readBound, showBound } from './range-bounds.ts'

test('one value is both bounds, so that changing one of them keeps the other', () => {
  const five = { value: '5', inclusive: true }
  expect(boundsOf({ op: 'any', values: ['5'] })).toEqual({ from: five, to: five })
  expect(boundsOf({ op: 'any', values: ['5k'] }).to).toEqual({ value: '5000', inclusive: true })
  expect(boundsOf({ op: 'any', values: ['5', '7'] })).toEqual({})
})

test('a bound that is left out itself says so, and is read as it is shown', () => {
  const over = { value: '1990', inclusive: false }
  expect(showBound(over, 'from')).toBe('>1990')
  expect(showBound(over, 'to')).toBe('<1990')
  expect(showBound({ ...over, inclusive: true }, 'from')).toBe('1990')
  expect(readBound('>1990', 'from', 'number')).toEqual(over)
  expect(readBound('< 2019-05', 'to', 'date')).toEqual({ value: '2019-05', inclusive: false })
  expect(readBound('>=1.5M', 'from', 'money')).toEqual({ value: '1500000', inclusive: true })
})

test.each([
  ['abc', 'from', 'number'],
  ['<50', 'from', 'number'],
  ['>', 'from', 'number'],
  ['50', 'to', 'date'],
  ['2019-05', 'to', 'number'],
  ['2019-13', 'to', 'date'],
] as const)('%s cannot be the bound “%s” of a %s', (text, end, kind) => {
  expect(readBound(text, end, kind)).toBeUndefined()
})
