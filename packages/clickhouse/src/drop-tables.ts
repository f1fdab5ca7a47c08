import type { Olap } from './olap.ts'

/** Drops those of the tables that are there, with their files, in one statement. */
export async function dropTables(olap: Pick<Olap, 'write'>, tables: readonly string[]): Promise<void> {
  if (tables.length > 0) await olap.write(`DROP TABLE IF EXISTS ${tables.join(', ')} SYNC`)
}
