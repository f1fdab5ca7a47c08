import type { Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { SuperAdminScope } from '@freeor/kernel/scope'
import type { Database } from '@freeor/postgres/database'
import { desc, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { leadTable, suggestTable } from '../dictionaries/lead-table.ts'
import { datasets, datasetVersions } from '../dictionaries/tables.ts'
import { listUnattended } from './records/end-unattended.ts'
import type { ImportProgress } from './schema.ts'
import { imports } from './tables.ts'

type Row = typeof imports.$inferSelect

/** An import as its record has it; a running one updates its record every two seconds. */
export type ImportRecord = Pick<
  Row,
  'id' | 'dictId' | 'version' | 'sourceName' | 'state' | 'report' | 'failure' | 'startedAt' | 'endedAt'
> & { readonly progress: ImportProgress }

/** The latest imports of all dictionaries, newest first. */
export async function listImports(
  db: Database,
  _scope: SuperAdminScope,
  limit = 50,
): Promise<ImportRecord[]> {
  const rows = await db.select().from(imports).orderBy(desc(imports.startedAt)).limit(limit)
  return rows.map(toRecord)
}

/** @throws AppError `not_found`. */
export async function getImport(db: Database, _scope: SuperAdminScope, id: string): Promise<ImportRecord> {
  const [found] = await db.select().from(imports).where(eq(imports.id, id))
  if (!found) throw new AppError('not_found', 'There is no such import')
  return toRecord(found)
}

function toRecord(row: Row): ImportRecord {
  const { id, dictId, version, sourceName, state, report, failure, startedAt, endedAt } = row
  const seconds = Math.max(0.001, (row.progressAt.getTime() - startedAt.getTime()) / 1000)
  const isReading = row.phase === 'reading' && row.bytesDone > 0
  const progress: ImportProgress = {
    bytesDone: row.bytesDone,
    bytesTotal: row.bytesTotal,
    rows: row.rows,
    rowsPerSecond: Math.round(row.rows / seconds),
    secondsLeft: isReading ? Math.ceil(((row.bytesTotal - row.bytesDone) / row.bytesDone) * seconds) : null,
    phase: row.phase,
  }
  return { id, dictId, version, sourceName, state, report, failure, startedAt, endedAt, progress }
}

export type ImportViolation = {
  readonly invariant: 'I6' | 'I12'
  readonly id: string
  readonly detail: string
}

/**
 * I6: every dataset's serving version has its record, and every version kept has its tables and all its rows. I12: an
 * import that is recorded as running has a process that runs it.
 */
export async function checkImports({ db, olap, clock }: Checked): Promise<ImportViolation[]> {
  const unattended = await listUnattended({ db, clock })
  return [
    ...(await checkVersions(db, olap)),
    ...unattended.map(({ id, dictId }) => ({
      invariant: 'I12' as const,
      id,
      detail: `an import of ${dictId} that nobody runs`,
    })),
  ]
}

type Checked = { readonly db: Database; readonly olap: Olap; readonly clock: Clock }

async function checkVersions(db: Database, olap: Olap): Promise<ImportViolation[]> {
  const serving = await db.select().from(datasets).where(gt(datasets.currentVersion, 0))
  const versions = await db.select().from(datasetVersions)
  const tables = await olap.ask({
    sql: "SELECT name, toString(total_rows) AS rows FROM system.tables WHERE database = 'freeor'",
    pool: 'writer',
    row: z.object({ name: z.string(), rows: z.string().nullable() }),
  })
  const rowsOf = new Map(tables.map(({ name, rows }) => [`freeor.${name}`, Number(rows)]))
  const broken: ImportViolation[] = []
  for (const { dictId, datasetNo, currentVersion } of serving) {
    const kept = versions.filter((one) => one.dictId === dictId)
    const tell = (detail: string) => broken.push({ invariant: 'I6', id: dictId, detail })
    if (!kept.some(({ version }) => version === currentVersion))
      tell(`version ${currentVersion} has no record`)
    for (const { version, rows } of kept) {
      const stored = rowsOf.get(leadTable(datasetNo, version))
      if (stored !== rows) tell(`version ${version} holds ${stored ?? 'no table'} instead of ${rows} leads`)
      if (!rowsOf.has(suggestTable(datasetNo, version))) tell(`version ${version} has no suggestions`)
    }
  }
  return broken
}
