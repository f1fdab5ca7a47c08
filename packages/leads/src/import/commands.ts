import type { Log, Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import { AppError } from '@freeor/kernel/errors'
import type { Database } from '@freeor/postgres/database'
import type { FileStore } from '@freeor/storage/ports'
import { createLeadTable } from '../dictionaries/create-lead-table.ts'
import { leadTable } from '../dictionaries/lead-table.ts'
import { ensurePlaceTables } from '../geography/zip-places-table.ts'
import { type Column, column as columnSchema, dictId as dictIdSchema } from '../schema.ts'
import {
  comparedWith,
  readVersionFacts,
  separateDuplicates,
  type VersionTables,
  writeSuggestions,
} from './finish-version.ts'
import { beginImport, endImport, type ImportTicket, publishVersion } from './import-records.ts'
import { inputColumns, leadColumns, leadSelect } from './lead-select.ts'
import { type ImportPlan, planImport } from './plan-import.ts'
import type { ImportSource } from './ports.ts'
import { followProgress } from './progress.ts'
import { proposeColumns } from './propose-columns.ts'
import { reuseColumns } from './propose-dictionary.ts'
import { type RowReader, readRows } from './read-rows.ts'
import { readSample, type Sample } from './read-sample.ts'
import { RejectsFile } from './rejects-file.ts'
import type { ImportProgress, ImportReport } from './schema.ts'
import { dropVersion, sweepTables } from './sweep.ts'

export type ImportDeps = {
  readonly db: Database
  readonly olap: Olap
  readonly store: FileStore
  readonly clock: Clock
  readonly log: Log
}

export type ImportOrder = {
  readonly source: ImportSource
  readonly dictId: string
  /** The dictionary's name; its present one, or the id, unless told. */
  readonly name?: string
  /** As corrected by the operator; what `proposeDictionary` would say when absent. */
  readonly columns?: readonly Column[]
  readonly userId?: string
  readonly signal?: AbortSignal
  /** Told once, when the import's record is there. */
  onBegun?(importId: string, progress: ImportProgress): void
  onProgress?(progress: ImportProgress): void
}

/** Rows of a block: large enough to sort and write well, small enough that two fit the memory of a small machine. */
const blockRows = 250_000
const insertSettings = {
  input_format_tsv_detect_header: 0,
  geotoh3_argument_order: 'lat_lon',
  // Its masks cost more than evaluating every branch; all branches are total.
  short_circuit_function_evaluation: 'disable',
  min_insert_block_size_rows: blockRows,
  min_insert_block_size_bytes: 0,
  max_insert_block_size: blockRows,
  max_query_size: 16 * 1024 * 1024,
  max_memory_usage: 0,
  join_algorithm: 'grace_hash,hash',
} as const

/**
 * Imports a file as the next version of a dictionary, from a table written aside to one transaction that makes it the
 * version that serves. Until then, whatever happens, the present one does. Rows in = rows stored + rows rejected.
 * @throws AppError `invalid_request` when the file cannot be read as a table, or no row of it can be stored; `conflict`
 * when an import of this dictionary is running. An aborted `signal` rejects with its reason.
 */
export async function importLeads(deps: ImportDeps, order: ImportOrder): Promise<ImportReport> {
  const dictId = dictIdSchema.safeParse(order.dictId)
  if (!dictId.success) throw new AppError('invalid_request', dictId.error.issues[0]?.message ?? 'No such id')
  const started = performance.now()
  const sample = await readSample(order.source)
  const ticket = await beginImport(deps, { ...order, dictId: dictId.data })
  order.onBegun?.(ticket.id, ticket.progress)
  const stopBeating = followProgress(deps, ticket)
  const rejects = new RejectsFile(deps.store, `imports/${ticket.id}/rejects.csv`)
  try {
    const columns = columnsOf(order, sample, ticket)
    const plan = planImport({ sample, columns, version: ticket.version, identity: ticket.identity })
    const report = await writeVersion({ deps, order, sample, ticket, plan, rejects, columns, started })
    await stopBeating()
    order.onProgress?.({ ...ticket.progress, phase: 'done', secondsLeft: 0 })
    return report
  } catch (error) {
    await stopBeating()
    await abandon(deps, { ticket, rejects, error, signal: order.signal })
    throw error
  }
}

type Work = {
  readonly deps: ImportDeps
  readonly order: ImportOrder
  readonly sample: Sample
  readonly ticket: ImportTicket
  readonly plan: ImportPlan
  readonly rejects: RejectsFile
  readonly columns: readonly Column[]
  readonly started: number
}

async function writeVersion(work: Work): Promise<ImportReport> {
  const { deps, order, ticket, plan, columns, rejects } = work
  const { olap } = deps
  const tables: VersionTables = { ...ticket, columns }
  await ensurePlaceTables(olap)
  await dropVersion(olap, ticket.datasetNo, ticket.version)
  await olap.write(createLeadTable(ticket.datasetNo, ticket.version, columns))
  const reader = readRows(order.source, work.sample, plan.scan, rejects)
  await insertRows(work, reader, tables)
  ticket.progress = {
    ...ticket.progress,
    phase: 'finishing',
    bytesDone: order.source.bytes,
    secondsLeft: null,
  }
  order.onProgress?.(ticket.progress)
  const rejectsFile = await rejects.close()
  order.signal?.throwIfAborted()
  const duplicates = await separateDuplicates(olap, tables)
  const facts = await readVersionFacts(olap, tables)
  const { rows: rowsIn, rejected } = reader.scanner
  if (facts.rows === 0) throw noRows(rejects)
  if (facts.rows !== rowsIn - rejected)
    throw new AppError('internal', `The engine holds ${facts.rows} of ${rowsIn - rejected} rows`)
  order.signal?.throwIfAborted()
  await writeSuggestions(olap, tables)
  order.signal?.throwIfAborted()
  const report: ImportReport = {
    importId: ticket.id,
    dictId: ticket.dictId,
    version: ticket.version,
    rowsIn,
    rowsStored: facts.rows,
    rowsRejected: rejected,
    rejectsFile,
    columns: columns.map(({ key, kind, from }) => ({ key, kind, from })),
    seconds: Math.round(performance.now() - work.started) / 1000,
    unreadable: unreadableCells(work, reader, facts.filled),
    places: {
      fromColumns: facts.fromColumns,
      fromZip: facts.fromZip,
      none: facts.rows - facts.fromColumns - facts.fromZip,
    },
    duplicates,
    changes: {
      added: facts.added,
      changed: facts.changed,
      gone: ticket.previousRows - (facts.rows - facts.added),
    },
    goneColumns: goneColumns(ticket, columns),
    warnings: [],
  }
  const identity = plan.repair.identity
  await publishVersion(deps, { ticket, report, columns, identity, bounds: facts.bounds })
  await sweepTables(deps, ticket.datasetNo)
  return report
}

async function insertRows(
  { deps, order, ticket, plan }: Work,
  reader: RowReader,
  tables: VersionTables,
): Promise<void> {
  const from = `input('${inputColumns(plan.repair)}')`
  const select = comparedWith(tables, leadSelect(plan.repair, from))
  const begun = performance.now()
  let told = 0
  const tell = () => {
    const now = performance.now()
    if (now - told < 200) return
    told = now
    ticket.progress = progressOf(reader, order.source.bytes, now - begun)
    order.onProgress?.(ticket.progress)
  }
  await deps.olap.insert({
    sql: `INSERT INTO ${leadTable(tables.datasetNo, tables.version)} (${leadColumns(tables.columns).join(', ')}) ${select}`,
    format: 'TabSeparated',
    body: reader.rows,
    settings: insertSettings,
    onBytes: tell,
    ...(order.signal ? { signal: order.signal } : {}),
  })
}

function progressOf(reader: RowReader, bytesTotal: number, milliseconds: number): ImportProgress {
  const { bytesDone, scanner } = reader
  const seconds = milliseconds / 1000
  const isTelling = bytesDone > 0 && seconds > 0.5
  return {
    bytesDone,
    bytesTotal,
    rows: scanner.rows,
    rowsPerSecond: Math.round(scanner.rows / Math.max(seconds, 0.001)),
    secondsLeft: isTelling ? Math.ceil(((bytesTotal - bytesDone) / bytesDone) * seconds) : null,
    phase: 'reading',
  }
}

/** The operator's columns, else the proposal's with the dictionary's own kept. */
function columnsOf(order: ImportOrder, sample: Sample, ticket: ImportTicket): readonly Column[] {
  const proposed = () =>
    reuseColumns(proposeColumns(sample.layout.headers, sample.rows).columns, ticket.columns)
  const columns = order.columns ?? proposed().columns
  const parsed = columnSchema.array().min(1).safeParse(columns)
  if (!parsed.success) throw new AppError('invalid_request', parsed.error.issues[0]?.message ?? 'No columns')
  const keys = new Set(columns.map(({ key }) => key))
  if (keys.size !== columns.length) throw new AppError('invalid_request', 'Two columns have the same key')
  return columns
}

const goneColumns = (ticket: ImportTicket, columns: readonly Column[]): string[] =>
  ticket.columns.filter(({ key }) => !columns.some((column) => column.key === key)).map(({ key }) => key)

/** Filled cells of the stored rows, less those the engine holds a value for. */
function unreadableCells(
  { plan, columns }: Work,
  reader: RowReader,
  filled: ReadonlyMap<string, number>,
): ImportReport['unreadable'] {
  const stored = reader.scanner.rows - reader.scanner.rejected
  return columns.flatMap((column) => {
    const written = stored - (reader.scanner.blanks[plan.repair.at(column)] ?? 0)
    const cells = written - (filled.get(column.key) ?? 0)
    return cells > 0 ? [{ key: column.key, cells }] : []
  })
}

function noRows(rejects: RejectsFile): AppError {
  const why =
    rejects.first === undefined ? 'it has none' : `line ${rejects.first.line}: ${rejects.first.reason}`
  return new AppError('invalid_request', `No row of the file could be stored; ${why}`)
}

type Abandoned = {
  readonly ticket: ImportTicket
  readonly rejects: RejectsFile
  readonly error: unknown
  readonly signal: AbortSignal | undefined
}

/** Marks the import as ended and takes away what it wrote; what cannot be now, the next sweep does. */
async function abandon(deps: ImportDeps, { ticket, rejects, error, signal }: Abandoned): Promise<void> {
  const failure = error instanceof AppError ? error.message : 'The import failed'
  try {
    await endImport(deps, ticket, signal?.aborted ? 'cancelled' : 'failed', failure)
    await rejects.discard()
    await sweepTables(deps, ticket.datasetNo)
  } catch (cause) {
    deps.log('An import could not be cleaned up', { importId: ticket.id, error: String(cause) })
  }
}
