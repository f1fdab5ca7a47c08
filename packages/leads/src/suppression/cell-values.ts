import { columnName } from '../dictionaries/lead-table.ts'
import type { Column } from '../schema.ts'

/*
 * Cells that hold more than one value: `a@x.org; b@x.org`, `617-555-0100 / 617-555-0199`, or a text with an address in
 * it. A list that names one of them means the lead. Most cells hold one value, so what costs is done where a sign tells
 * of several. Patterns are RE2.
 */

const plain = '^\\\\s,;|<>()/:"\\\\[\\\\]'
const address = `'[${plain}]+@[${plain}]*[${plain}.]'`
/** American numbers; others are told by what separates them. */
const number = `'(?:\\\\+?1[-. ]?)?\\\\(?[0-9]{3}\\\\)?[-. ]?[0-9]{3}[-. ]?[0-9]{4}'`

const where = (condition: string, values: string): string => `if(${condition}, ${values}, []::Array(String))`

const hasAny = (x: string, signs: readonly string[]): string =>
  `multiSearchAny(${x}, [${signs.map((sign) => `'${sign}'`).join(', ')}])`

const addressesIn = (x: string): string => `extractAll(${x}, ${address})`

/** No number alone is as long, but with its extension. */
const numbersIn = (x: string): string =>
  where(
    `${hasAny(x, [',', ';', '|', '/', '\\n'])} OR length(${x}) > 20`,
    `arrayConcat(splitByRegexp('[,;|/\\n]+', ${x}), extractAll(${x}, ${number}))`,
  )

const hostsIn = (x: string): string =>
  where(hasAny(x, [',', ';', '|', ' ', '\\n']), `splitByRegexp('[,;|\\\\s]+', ${x})`)

type What = 'email' | 'phone' | 'domain'

/** The values of a column beside its whole cells, as SQL of an array; undefined for a column without such values. */
function valuesIn(column: Column, what: What): string | undefined {
  const x = columnName(column)
  // A person to reach is told of in words, too.
  const isTold = column.kind === 'text' && column.contact
  if (what === 'email' && (column.kind === 'email' || isTold))
    return where(isTold ? hasAny(x, ['@']) : hasAny(x, [',', ';', '|', ' ', '<', '\\n', '/']), addressesIn(x))
  if (what === 'phone' && column.kind === 'phone') return numbersIn(x)
  if (what === 'phone' && isTold) return where(`length(${x}) >= 10`, `extractAll(${x}, ${number})`)
  if (what === 'domain' && column.kind === 'url') return hostsIn(x)
  return what === 'domain' ? valuesIn(column, 'email') : undefined
}

/** Several values of each column that may hold them, as SQL of arrays. */
export const severalValues = (columns: readonly Column[], what: What): string[] =>
  columns.flatMap((column) => valuesIn(column, what) ?? [])

/** The numbers of a column of telephones beside its whole cells. */
export const severalNumbers = (column: Pick<Column, 'key'>): string => numbersIn(columnName(column))
