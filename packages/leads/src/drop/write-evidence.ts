import { Readable } from 'node:stream'
import { AppError } from '@freeor/kernel/errors'
import type { SuperAdminScope } from '@freeor/kernel/scope'
import type { Database } from '@freeor/postgres/database'
import type { ZipEntry } from '@freeor/storage/zip/write-zip'
import { asc, eq } from 'drizzle-orm'
import { findCycle, readItems } from './queries.ts'
import { dropFiles, dropUploads } from './tables.ts'

/**
 * What proves a cycle, as the files of a ZIP: when each step was done, the archive's SHA-256, each upload with the state's answer, and
 * every work item with its status. Hashes only: no contact is in it.
 * @throws AppError `not_found`
 */
export async function writeEvidence(
  db: Database,
  _superAdmin: SuperAdminScope,
  cycleId: string,
): Promise<ZipEntry[]> {
  const cycle = await findCycle(db, cycleId)
  if (!cycle) throw new AppError('not_found', 'There is no such cycle')
  const { leasedUntil: _leasedUntil, ...facts } = cycle
  const files = await db
    .select()
    .from(dropFiles)
    .where(eq(dropFiles.cycleId, cycleId))
    .orderBy(asc(dropFiles.name))
  const uploads = await db
    .select()
    .from(dropUploads)
    .where(eq(dropUploads.cycleId, cycleId))
    .orderBy(asc(dropUploads.name))
  const record = { cycle: facts, files, uploads }
  return [
    { name: 'cycle.json', bytes: Buffer.from(`${JSON.stringify(record, null, 2)}\n`) },
    ...files.map(({ name }) => ({
      name: `statuses/${name}`,
      open: async () => Readable.from(rowsOf(db, cycleId, name)),
    })),
  ]
}

async function* rowsOf(db: Database, cycleId: string, file: string): AsyncGenerator<string> {
  yield 'Id,Hash,Status\n'
  for await (const items of readItems(db, cycleId, { file }))
    yield items.map(({ itemId, hash, status }) => `${itemId},${hash},${status ?? ''}\n`).join('')
}
