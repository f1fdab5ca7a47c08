import type { Column } from '../../schema.ts'
import type { WrappedColumns } from '../cells/wrapped-cells.ts'
import type { Identity } from '../columns/identity.ts'
import type { PlaceRoles } from '../place-evidence/place-roles.ts'
import type { DateOrder } from './cell-sql.ts'
import type { CountyStyle } from './county-style.ts'

/** Everything the repairs depend on besides the cells. */
export type RepairPlan = {
  readonly columns: readonly Column[]
  /** The file's column that each dictionary column is read from. */
  readonly at: (column: Column) => number
  readonly wrapped: WrappedColumns
  readonly roles: PlaceRoles
  /** Its ZIPs are postal codes of another country: see `liesAbroad`. */
  readonly isAbroad: boolean
  readonly identity: Identity
  readonly countyStyle: CountyStyle
  /** Its numbers are written `1.234,5`. */
  readonly isDecimalComma: (column: Column) => boolean
  /** Some of its degrees are written `44°04'41.5"N`. */
  readonly saysDegrees: (column: Column) => boolean
  readonly dateOrder: (column: Column) => DateOrder
  /** Some of its dates are quarters: `2012Q4`. */
  readonly saysQuarters: (column: Column) => boolean
  /** Codes that came as `722511.0`. */
  readonly losesDecimals: (column: Column) => boolean
}

/** The cell a column is read from, as an expression of text; '' without a column. */
export type Raw = (column: Column | undefined) => string
