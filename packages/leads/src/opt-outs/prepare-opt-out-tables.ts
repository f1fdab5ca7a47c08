import type { Olap } from '@freeor/clickhouse/olap'
import { prepareSuppressionTables } from '../suppression/prepare-tables.ts'
import { createOptedOut } from './opted-out-leads.ts'

/** Makes the engine's tables of the list. */
export async function prepareOptOutTables(olap: Olap): Promise<void> {
  await prepareSuppressionTables(olap)
  await olap.write(createOptedOut)
}
