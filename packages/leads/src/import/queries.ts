import { AppError } from '@freeor/kernel/errors'
import type { Database } from '@freeor/postgres/database'
import { desc, eq } from 'drizzle-orm'
import { imports } from './tables.ts'

export type ImportRecord = typeof imports.$inferSelect

/** The latest imports, of one dictionary or of all, newest first. */
export async function listImports(db: Database, dictId?: string, limit = 50): Promise<ImportRecord[]> {
  return await db
    .select()
    .from(imports)
    .where(dictId === undefined ? undefined : eq(imports.dictId, dictId))
    .orderBy(desc(imports.startedAt))
    .limit(limit)
}

/** @throws AppError `not_found`. */
export async function getImport(db: Database, id: string): Promise<ImportRecord> {
  const [found] = await db.select().from(imports).where(eq(imports.id, id))
  if (!found) throw new AppError('not_found', 'There is no such import')
  return found
}
