import type { ColumnKind } from '../../schema.ts'
import { saysNothing } from '../cells/blank-cells.ts'
import { areaCodeOf, isFormattedPhone, isPlainPhone } from '../cells/cell-kinds.ts'
import type { Evidence } from '../columns/column-evidence.ts'
import { endsInZip, partOfAddress } from './address-text.ts'
import { isOfAnotherPlace } from './place-words.ts'
import type { PlaceColumn } from './recognize-places.ts'
import { spreadRows } from './spread-rows.ts'

/**
 * The sample's columns in the form in which evidence about places is measured, and after them the ZIPs and states at
 * the ends of addresses, which are no columns of the file but agree with those that are.
 */
export function placeColumns(
  evidence: readonly Evidence[],
  kinds: readonly ColumnKind[],
  rows: readonly (readonly string[])[],
): PlaceColumn[] {
  const some = spreadRows(rows)
  const columns = evidence.map((column, index): PlaceColumn => {
    const cells = some.map((row) => row[index]?.trim() ?? '')
    return {
      cells: cells.map((cell) => (saysNothing(cell, true) ? '' : cell)),
      ownKind: kinds[index] ?? 'text',
      isUnnamed: column.isUnnamed,
      isElsewhere: isOfAnotherPlace(column.words),
      isProven: isPhone(column),
    }
  })
  return [...columns, ...columns.flatMap(endsOfAddresses)]
}

/** Numbers of ten digits with so many different area codes are called, wherever those who have them live. */
const manyAreas = 8

const isPhone = (column: Evidence): boolean =>
  column.says('phone', 'telephone', 'tel', 'fax', 'mobile', 'cell') ||
  /phone/i.test(column.header) ||
  column.share(isFormattedPhone) >= 0.5 ||
  (column.share(isPlainPhone) >= 0.95 && new Set(column.values.map(areaCodeOf)).size >= manyAreas)

function endsOfAddresses({ cells, ownKind }: PlaceColumn): PlaceColumn[] {
  if (ownKind !== 'text' && ownKind !== 'category') return []
  const some = cells.filter((cell) => cell !== '').slice(0, 100)
  if (some.length === 0 || some.filter(endsInZip).length < some.length * 0.5) return []
  const part = (name: 'state' | 'zip'): PlaceColumn => ({
    cells: cells.map((cell) => partOfAddress(name, cell) ?? ''),
    ownKind: 'text',
    isUnnamed: true,
    isElsewhere: false,
    isProven: false,
  })
  return [part('state'), part('zip')]
}
