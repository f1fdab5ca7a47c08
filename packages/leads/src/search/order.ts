import { AppError } from '@freeor/kernel/errors'
import { columnName, isTextual } from '../dictionaries/lead-table.ts'
import type { Column } from '../schema.ts'

export type SortKeys = readonly { column: string; direction: 'asc' | 'desc' }[]

/**
 * Versions larger than this are shown in their table's order, unless sorted: the first page is then read from the
 * table's beginning. In file order, the engine would read every lead and fetch fifty from all over the table.
 */
export const FILE_ORDER_ROWS = 1_000_000

/** The order in which a version's table is stored. */
const tableOrder = 'p_state, p_city, p_zip, lead_id'

export const isByPlace = (sort: SortKeys, total: number): boolean =>
  sort.length === 0 && total > FILE_ORDER_ROWS

/**
 * `ORDER BY` of a search: its keys, texts without regard to case, blanks last in both directions; then the row of the
 * source file, which no two leads share. Without keys: the row, or the place in a version of more than
 * `FILE_ORDER_ROWS`.
 * @param total leads in the version
 * @throws AppError `invalid_request` for an unknown or a contact column.
 */
export function orderOf(sort: SortKeys, columns: readonly Column[], total: number): string {
  if (isByPlace(sort, total)) return tableOrder
  const keys = sort.map(({ column: key, direction }) => {
    const column = columns.find((one) => one.key === key)
    if (!column) throw new AppError('invalid_request', `This dataset has no column "${key}" to sort by`)
    if (column.contact)
      throw new AppError('invalid_request', `"${key}" is a contact column: it cannot be sorted by`)
    const name = columnName(column)
    const way = direction === 'asc' ? 'ASC' : 'DESC'
    return isTextual(column.kind) ? `empty(${name}), lowerUTF8(${name}) ${way}` : `${name} ${way} NULLS LAST`
  })
  return [...keys, 'row'].join(', ')
}
