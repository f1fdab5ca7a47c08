import { expect, test } from 'vitest'
import { sampleColumns } from '../query/testing.ts'
import { FILE_ORDER_ROWS, orderOf } from './order.ts'

test('unsorted leads come in file order, in a large version in the order of the table', () => {
  expect(orderOf([], sampleColumns, FILE_ORDER_ROWS)).toBe('row')
  expect(orderOf([], sampleColumns, FILE_ORDER_ROWS + 1)).toBe('p_state, p_city, p_zip, lead_id')
})

test('sorted leads have their blanks last in both directions, and the row decides between equals', () => {
  const keys = [
    { column: 'company', direction: 'desc' as const },
    { column: 'revenue', direction: 'asc' as const },
  ]
  expect(orderOf(keys, sampleColumns, 10)).toBe(
    'empty(c_company), lowerUTF8(c_company) DESC, c_revenue ASC NULLS LAST, row',
  )
})

test('only columns of the dictionary that hold no contact can be sorted by', () => {
  for (const column of ['email', 'nothing', 'row; DROP']) {
    expect(() => orderOf([{ column, direction: 'asc' }], sampleColumns, 10)).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    )
  }
})
