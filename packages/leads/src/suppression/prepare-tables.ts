import type { Olap } from '@freeor/clickhouse/olap'
import { createSuppressionTables } from './suppressed-leads.ts'

const prepared = new WeakMap<Olap, Promise<void>>()

/** Makes the engine's tables of suppression lists, once a process. */
export async function prepareSuppressionTables(olap: Olap): Promise<void> {
  const doing = prepared.get(olap) ?? makeTables(olap)
  prepared.set(olap, doing)
  try {
    await doing
  } catch (error) {
    prepared.delete(olap)
    throw error
  }
}

async function makeTables(olap: Olap): Promise<void> {
  for (const sql of createSuppressionTables) await olap.write(sql)
}
