import type { Match } from '@freeor/leads/query/ast'
import type { Column } from '@freeor/leads/schema'

/** What the filter of a column is given. */
export type ColumnFilterProps = {
  dictId: string
  column: Column
  match: Match | null
  onChange: (match: Match | null) => void
}
