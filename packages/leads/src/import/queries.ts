import type { Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { SuperAdminScope } from '@freeor/kernel/scope'
import type { Database } from '@freeor/postgres/database'
import { desc, eq, getTableColumns, gt } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { countRows } from '../dictionaries/count-rows.ts'
import { leadTable, suggestTable } from '../dictionaries/lead-table.ts'
import { datasets, datasetVersions } from '../dictionaries/tables.ts'
import { listUnattended } from './records/end-unattended.ts'
import { isRetrying } from './records/retries.ts'
import type { ImportProgress } from './schema.ts'
import { imports } from './tables.ts'

type Row = typeof imports.$inferSelect & { readonly retriedBy: string | null }

/** An import as its record has it; a running one updates its record every two seconds. */
export type ImportRecord = Pick<
  Row,
  | 'id'
  | 'dictId'
  | 'version'
  | 'sourceName'
  | 'state'
  | 'report'
  | 'failure'
  | 'startedAt'
  | 'endedAt'
  | 'attempt'
  | 'retriedBy'
> & {
  readonly progress: ImportProgress
  /** Nobody works on it at this moment, and it is tried again in the next. */
  readonly retrying: boolean
}

type Records = { readonly db: Database; readonly clock: Clock }

const next = alias(imports, 'next')

function selectImports(db: Database) {
  return db
    .select({ ...getTableColumns(imports), retriedBy: next.id })
    .from(imports)
    .leftJoin(next, eq(next.retryOf, imports.id))
    .$dynamic()
}

/** The latest imports of all dictionaries, newest first. */
export async function listImports(
  { db, clock }: Records,
  _scope: SuperAdminScope,
  limit = 50,
): Promise<ImportRecord[]> {
  const rows = await selectImports(db).orderBy(desc(imports.startedAt)).limit(limit)
  return rows.map((row) => toRecord(row, clock.now()))
}

/** @throws AppError `not_found`. */
export async function getImport(
  { db, clock }: Records,
  _scope: SuperAdminScope,
  id: string,
): Promise<ImportRecord> {
  const [found] = await selectImports(db).where(eq(imports.id, id))
  if (!found) throw new AppError('not_found', 'There is no such import')
  return toRecord(found, clock.now())
}

function toRecord(row: Row, now: Date): ImportRecord {
  const { startedAt } = row
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
  return { ...row, progress, retrying: isRetrying(row, now) }
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

type Checked = Records & { readonly olap: Olap }

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
      const known = rowsOf.get(leadTable(datasetNo, version))
      // The engine's own number has rows that opted out until their part is merged.
      const stored =
        known === undefined || known === rows ? known : await countRows(olap, leadTable(datasetNo, version))
      if (stored !== rows) tell(`version ${version} holds ${stored ?? 'no table'} instead of ${rows} leads`)
      if (!rowsOf.has(suggestTable(datasetNo, version))) tell(`version ${version} has no suggestions`)
    }
  }
  return broken
}
