import { onceAnEngine } from '@freeor/clickhouse/once-an-engine'
import { createSuppressionTables } from './suppressed-leads.ts'

/** Makes the engine's tables of suppression lists, once a process. */
export const prepareSuppressionTables = onceAnEngine(async (olap) => {
  for (const sql of createSuppressionTables) await olap.write(sql)
})
