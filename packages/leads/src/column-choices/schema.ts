import { z } from 'zod'
import { columnKey } from '../schema.ts'

/** Keys of the columns that a person's table shows, in order; null: as the dictionary has them. */
export const columnChoice = z.object({ columns: z.array(columnKey).nullable() })
export type ColumnChoice = z.infer<typeof columnChoice>
