import { AppError } from '@freeor/kernel/errors'
import { writeBusinesses } from '../../businesses/write-businesses.ts'
import { countParts } from '../../dictionaries/count-rows.ts'
import { createLeadTable } from '../../dictionaries/create-lead-table.ts'
import { type LeadHistory, leadTable } from '../../dictionaries/lead-table.ts'
import { ensurePlaceTables } from '../../geography/ensure-place-tables.ts'
import { copyOptOuts } from '../../opt-outs/copy-entries.ts'
import { readOptOutState } from '../../opt-outs/queries.ts'
import { removeFromVersion, removeWhileWriting } from '../../opt-outs/remove-leads.ts'
import type { Column } from '../../schema.ts'
import { withinFacetLimit } from '../columns/choose-columns.ts'
import { type RowReader, readRows } from '../file/read-rows.ts'
import type { RejectsFile } from '../file/rejects-file.ts'
import { blockFormat } from '../file/row-block.ts'
import type { ImportDeps } from '../import-order.ts'
import { abroadText } from '../place-evidence/abroad.ts'
import { publishVersion } from '../records/commands.ts'
import type { ImportProgress, ImportReport } from '../schema.ts'
import { copyHistory, readUsualHistory } from './copy-history.ts'
import { insertSettings } from './engine-settings.ts'
import {
  readVersionFacts,
  separateDuplicates,
  type VersionTables,
  writeSuggestions,
} from './finish-version.ts'
import { fitNumbers } from './fit-numbers.ts'
import { type ReportedOutcome, reportOf } from './import-report.ts'
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
  const history = await readUsualHistory(olap, tables)
  const reader = await insertRows(work, { tables, history })
  await deps.faults?.('stored')
  ticket.progress = {
    ...ticket.progress,
    phase: 'finishing',
    bytesDone: order.source.bytes,
    secondsLeft: null,
  }
  order.onProgress?.(ticket.progress)
  const optedOut = await removeOptedOut(deps, tables, rejects)
  const rejectsFile = await rejects.close()
  order.signal?.throwIfAborted()
  const duplicates = await separateDuplicates(olap, tables)
  order.signal?.throwIfAborted()
  await copyHistory(olap, tables, { written: history })
  const facts = await readVersionFacts(olap, tables)
  const { rows: rowsIn, rejected } = reader.scanner
  if (facts.rows === 0) throw noRows(rejects)
  const stored = rowsIn - rejected - optedOut.rows
  if (facts.rows !== stored)
    throw new AppError('internal', `The engine holds ${facts.rows} of ${stored} rows`)
  order.signal?.throwIfAborted()
  // `mergeParts` does it for a table of several parts: here each of them would be rewritten before the version serves.
  if ((await countParts(olap, leadTable(tables.datasetNo, tables.version))) === 1)
    await fitNumbers(olap, tables)
  await writeSuggestions(olap, tables)
  await writeBusinesses(olap, { ...tables, previousColumns: ticket.columns })
  await deps.faults?.('suggested')
  order.signal?.throwIfAborted()
  const kept = withinFacetLimit(columns, facts.distinct)
  const warnings = [...(plan.repair.isAbroad ? [abroadText] : []), ...kept.warnings]
  const outcome = { reader, facts, rejectsFile, duplicates, warnings }
  const report = await publish(work, tables, { outcome, optedOut, columns: kept.columns })
  await deps.faults?.('published')
  await sweepTables(deps, ticket.datasetNo)
  return report
}

type Publishing = {
  readonly outcome: Omit<ReportedOutcome, 'optedOut'>
  readonly optedOut: OptedOut
  readonly columns: readonly Column[]
}

/**
 * Makes the version the serving one. People who opt out meanwhile are removed before that: an addition to the list that comes
 * after it finds the version among those that are stored.
 */
async function publish(
  { deps, order, ...work }: ImportWork,
  tables: VersionTables,
  { outcome, optedOut, columns }: Publishing,
): Promise<ImportReport> {
  const { ticket, plan } = work
  let { rows, number } = optedOut
  let { facts } = outcome
  for (;;) {
    const report = reportOf({ deps, order, ...work }, { ...outcome, facts, optedOut: rows })
    const identity = plan.repair.identity
    const publication = { ticket, report, columns, identity, bounds: facts.bounds, optOutNumber: number }
    if (await publishVersion(deps, publication)) return report
    order.signal?.throwIfAborted()
    const state = await readOptOutState(deps.db)
    number = state.number
    const forms = await copyOptOuts(deps)
    await removeFromVersion(deps.olap, tables, { forms, ...state })
    const fewer = await readVersionFacts(deps.olap, tables)
    rows += facts.rows - fewer.rows
    facts = fewer
  }
}

type OptedOut = { readonly rows: number; readonly number: number }

/** Removes who is on the do-not-contact list, and names their rows among the rejects, without what they hold. */
async function removeOptedOut(
  deps: ImportDeps,
  tables: VersionTables,
  rejects: RejectsFile,
): Promise<OptedOut> {
  const { number } = await readOptOutState(deps.db)
  if (number === 0) return { rows: 0, number }
  const rows = await removeWhileWriting(deps.olap, tables, await copyOptOuts(deps))
  for (const row of rows) {
    rejects.addOptedOut(row)
    await rejects.drained()
  }
  return { rows: rows.length, number }
}

async function insertRows(
  { deps, order, ticket, plan, sample, rejects }: ImportWork,
  { tables, history }: { tables: VersionTables; history: LeadHistory },
): Promise<RowReader> {
  const from = `input('${inputColumns(plan.repair)}')`
  const select = leadSelect(plan.repair, history, from)
  const begun = performance.now()
  let told = 0
  const tell = () => {
    const now = performance.now()
    if (now - told < 200) return
    told = now
    ticket.progress = progressOf(reader, order.source.bytes, now - begun)
    order.onProgress?.(ticket.progress)
  }
  const reader = readRows({ source: order.source, sample, scan: plan.scan, rejects, onPiece: tell })
  await deps.olap.insert({
    sql: `INSERT INTO ${leadTable(tables.datasetNo, tables.version)} (${leadColumns(tables.columns).join(', ')}) ${select}`,
    format: blockFormat,
    body: deps.faults ? interrupted(reader.rows, deps.faults) : reader.rows,
    settings: insertSettings,
    ...(order.signal ? { signal: order.signal } : {}),
  })
  return reader
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
