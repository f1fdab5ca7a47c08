import { Readable } from 'node:stream'
import { requireRight } from '@freeor/accounts/policy'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyScope } from '@freeor/kernel/scope'
import { leadTable } from '../dictionaries/lead-table.ts'
import { prepareCurrentMarks } from '../do-not-call/prepare-marks.ts'
import type { FileColumn } from '../downloads/file-column.ts'
import { contentTypeOf, fileNameOf } from '../downloads/file-name.ts'
import { csvCell, csvHeader, csvText, fileCaps } from '../downloads/file-sql.ts'
import { prepareFileColumns } from '../downloads/prepare-file-columns.ts'
import { readFramedLines } from '../downloads/read-framed-lines.ts'
import { plainPattern, runnablePattern } from '../downloads/safe-cell.ts'
import { distinctHeaders } from '../import/cells/header-words.ts'
import { requireOptOutsApplied } from '../opt-outs/require-applied.ts'
import { isOwned, ownedParams } from '../ownership/owned-leads.ts'
import { readOwnership } from '../ownership/read-ownership.ts'
import { ownListMatchesTable } from '../query/own-lists.ts'
import type { Column } from '../schema.ts'
import type { SearchDataset } from '../search/ports.ts'
import { isListed, listedParams } from '../suppression/suppressed-leads.ts'
import { wayOfSql } from './match-sql.ts'
import { ownListRowsTable } from './own-list-tables.ts'
import type { OwnListDeps } from './ports.ts'
import { listedOf, matchedIds, matchList } from './read-match.ts'

type Asked = {
  readonly id: string
  readonly dataset: SearchDataset
  /** Keys of the dataset's columns; all of them when none are named. */
  readonly columns: readonly string[] | undefined
}

export type FilledFile = { readonly fileName: string; readonly contentType: string; readonly body: Readable }

const wayHeader = 'Matched by'

/**
 * The company's own rows, in their order, with the dataset's columns of those that match a lead it owns: nothing is
 * bought here. Leads on its suppression lists are not filled in.
 * @throws AppError `forbidden` for a viewer, `not_found`, `invalid_request` for a column the dataset lacks
 */
export async function openFilledFile(
  deps: OwnListDeps,
  scope: CompanyScope,
  { id, dataset, columns: keys }: Asked,
): Promise<FilledFile> {
  requireRight(scope, 'downloads.order')
  const chosen = chooseKeys(dataset.dictionary.columns, keys)
  await requireOptOutsApplied(deps.db)
  const matched = await matchList(deps, scope, { id, dataset })
  const { list, key } = matched
  const ownership = await readOwnership(deps, {
    companyId: scope.companyId,
    datasetNo: dataset.datasetNo,
  })
  const listed = await listedOf(deps, scope, dataset)
  const columns = await withMarks(deps, dataset, chosen)
  const ids = matchedIds(matched, list.rows)
  const mayFill = [
    isOwned(ownership, ids),
    ...(listed.leads > 0 ? [`NOT ${isListed(listed, ids)}`] : []),
  ].join(' AND ')
  const framed = await deps.olap.stream({
    sql: selectLines({ dataset, columns, width: list.columns.length, mayFill }),
    params: {
      ...{ lst: list.id, lstKey: key, dlRunnable: runnablePattern, dlPlain: plainPattern },
      ...ownedParams(ownership),
      ...(listed.leads > 0 && listedParams(listed)),
    },
    format: 'RowBinary',
    pool: 'writer',
    caps: fileCaps,
  })
  const labels = [
    ...list.columns.map(({ header }) => header),
    wayHeader,
    ...columns.map(({ label }) => label),
  ]
  const header = csvHeader(
    distinctHeaders(labels).map((label) => ({ label })),
    // Nobody is asked for what program it is: Excel needs the mark, others know it.
    true,
  )
  const search = { name: list.name, dictId: dataset.dictionary.dictId }
  return {
    fileName: fileNameOf(search, deps.clock.now(), 'csv'),
    contentType: contentTypeOf({ format: 'csv', parts: null }),
    body: Readable.from(content(header, framed), { objectMode: false }),
  }
}

async function* content(header: string, framed: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(header)
  for await (const { bytes } of readFramedLines(framed)) yield bytes
}

function chooseKeys(columns: readonly Column[], keys: readonly string[] | undefined): Column[] {
  if (keys === undefined) return [...columns]
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const unknown = keys.filter((key) => !byKey.has(key))
  if (unknown.length > 0)
    throw new AppError('invalid_request', `This dataset has no column "${unknown.join('", "')}"`, {
      details: { missingColumns: unknown },
    })
  return [...new Set(keys)].flatMap((key) => byKey.get(key) ?? [])
}

/** The columns, with the marks of the do-not-call registry in force beside the telephone numbers. */
async function withMarks(
  deps: OwnListDeps,
  { datasetNo, dictionary }: SearchDataset,
  columns: readonly Column[],
): Promise<FileColumn[]> {
  const { version } = dictionary
  const marks = await prepareCurrentMarks(deps, { datasetNo, version, columns: dictionary.columns })
  const doNotCallEdition = marks?.edition ?? null
  return await prepareFileColumns(deps, {
    columns: [...columns],
    datasetNo,
    rowsVersion: version,
    doNotCallEdition,
    preset: null,
    includesNotes: false,
  })
}

type Filling = {
  readonly dataset: SearchDataset
  readonly columns: readonly FileColumn[]
  /** Columns of the list. */
  readonly width: number
  /** The condition that a lead may be filled in. */
  readonly mayFill: string
}

/** Each row as one finished line, its own cells first. Its order is that of the file that was brought. */
function selectLines({ dataset: { datasetNo, dictionary }, columns, width, mayFill }: Filling): string {
  const own = Array.from({ length: width }, (_, index) => csvText(`cells[${index + 1}]`))
  const ours = columns.map((column) => `, ',', ${csvCell(column)}`).join('')
  const empty = `'${','.repeat(columns.length)}'`
  const table = leadTable(datasetNo, dictionary.version)
  return `SELECT concat(${own.map((cell) => `${cell}, ','`).join(', ')},
      if(filled.known = 1, filled.line, ${empty}), '\\r\\n')
    FROM (SELECT row, cells FROM ${ownListRowsTable} WHERE list_id = {lst:String}) AS listed
    LEFT JOIN (SELECT row, 1 AS known, concat('"', ${wayOfSql}, '"', lead.cells) AS line
      FROM (SELECT row, lead_id, how FROM ${ownListMatchesTable}
        WHERE match_key = {lstKey:String} AND is_clear = 1) AS taken
      INNER JOIN (SELECT lead_id, concat(''${ours}) AS cells FROM ${table}
        WHERE lead_id IN (SELECT lead_id FROM ${ownListMatchesTable}
          WHERE match_key = {lstKey:String} AND is_clear = 1) AND ${mayFill}) AS lead
      ON lead.lead_id = taken.lead_id) AS filled
    ON filled.row = listed.row
    ORDER BY listed.row
    SETTINGS max_bytes_before_external_sort = 268435456`
}
