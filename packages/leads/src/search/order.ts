import { AppError } from '@freeor/kernel/errors'
import { columnName, isTextual } from '../dictionaries/lead-table.ts'
import type { Column } from '../schema.ts'

export type SortKeys = readonly { column: string; direction: 'asc' | 'desc' }[]

/**
 * `ORDER BY` of a search: its keys, texts without regard to case, blanks last either way; then the row of the source
 * file, which no two leads share.
 * @throws AppError `invalid_request` for an unknown or a contact column.
 */
export function orderOf(sort: SortKeys, columns: readonly Column[]): string {
  const keys = sort.map(({ column: key, direction }) => {
    const column = columns.find((one) => one.key === key)
    if (!column) throw new AppError('invalid_request', `This data set has no column "${key}" to sort by`)
    if (column.contact)
      throw new AppError('invalid_request', `"${key}" is a contact column: it cannot be sorted by`)
    const name = columnName(column)
    const way = direction === 'asc' ? 'ASC' : 'DESC'
    return isTextual(column.kind) ? `empty(${name}), lowerUTF8(${name}) ${way}` : `${name} ${way} NULLS LAST`
  })
  return [...keys, 'row'].join(', ')
}
