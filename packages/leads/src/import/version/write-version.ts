import { AppError } from '@freeor/kernel/errors'
import { createLeadTable } from '../../dictionaries/create-lead-table.ts'
import { leadTable } from '../../dictionaries/lead-table.ts'
import { ensurePlaceTables } from '../../geography/ensure-place-tables.ts'
import { withinFacetLimit } from '../columns/choose-columns.ts'
import { type RowReader, readRows } from '../file/read-rows.ts'
import type { RejectsFile } from '../file/rejects-file.ts'
import type { ImportDeps } from '../import-order.ts'
import { publishVersion } from '../records/commands.ts'
import type { ImportProgress, ImportReport } from '../schema.ts'
import { insertSettings } from './engine-settings.ts'
import {
  comparedWith,
  readVersionFacts,
  separateDuplicates,
  type VersionTables,
  writeSuggestions,
} from './finish-version.ts'
import { fitNumbers } from './fit-numbers.ts'
import { reportOf } from './import-report.ts'
import type { ImportWork } from './import-work.ts'
import { inputColumns, leadColumns, leadSelect } from './lead-select.ts'
import { dropVersion, sweepTables } from './sweep-tables.ts'

/**
 * Writes a version to separate tables, from the empty table to the transaction that makes it the serving one.
 * @throws AppError `invalid_request` when no row can be stored. An aborted `signal` rejects with its reason.
 */
export async function writeVersion(work: ImportWork): Promise<ImportReport> {
  const { deps, order, ticket, plan, columns, rejects } = work
  const { olap } = deps
  const tables: VersionTables = { ...ticket, columns }
  await ensurePlaceTables(olap)
  await dropVersion(olap, ticket.datasetNo, ticket.version)
  await olap.write(createLeadTable(ticket.datasetNo, ticket.version, columns))
  await deps.faults?.('staged')
  const reader = readRows(order.source, work.sample, plan.scan, rejects)
  await insertRows(work, reader, tables)
  await deps.faults?.('stored')
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
  await fitNumbers(olap, tables)
  await writeSuggestions(olap, tables)
  await deps.faults?.('suggested')
  order.signal?.throwIfAborted()
  const kept = withinFacetLimit(columns, facts.distinct)
  const report = reportOf(work, { reader, facts, rejectsFile, duplicates, warnings: kept.warnings })
  const identity = plan.repair.identity
  await publishVersion(deps, {
    ticket,
    report,
    columns: kept.columns,
    identity,
    bounds: facts.bounds,
  })
  await deps.faults?.('published')
  await sweepTables(deps, ticket.datasetNo)
  return report
}

async function insertRows(
  { deps, order, ticket, plan }: ImportWork,
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
    body: deps.faults ? interrupted(reader.rows, deps.faults) : reader.rows,
    settings: insertSettings,
    onBytes: tell,
    ...(order.signal ? { signal: order.signal } : {}),
  })
}

/** The rows, with a fault point after the first of them. */
async function* interrupted(
  rows: RowReader['rows'],
  faults: NonNullable<ImportDeps['faults']>,
): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for await (const chunk of rows) {
    yield chunk
    if (isFirst) await faults('mid-rows')
    isFirst = false
  }
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

function noRows(rejects: RejectsFile): AppError {
  const why =
    rejects.first === undefined ? 'it has none' : `line ${rejects.first.line}: ${rejects.first.reason}`
  return new AppError('invalid_request', `No row of the file could be stored; ${why}`)
}
