import type { Olap } from '@freeor/clickhouse/olap'
import { z } from 'zod'
import { columnName, leadTable } from '../dictionaries/lead-table.ts'
import { type Column, cellValue, type LeadRow } from '../schema.ts'
import type { SearchDataset } from '../search/ports.ts'
import { MASK } from '../search/read-page.ts'
import type { Showcase } from './schema.ts'

const ROWS = 6
const COLUMNS = 6
const STATES = 60

const stateRow = z.object({ value: z.string(), count: z.coerce.number() })
const engineRow = z.looseObject({ lead_id: z.string() })

/** What a visitor without an account may see of a dataset: its size, its states, a few rows with contacts masked. */
export async function readShowcase(olap: Pick<Olap, 'ask'>, dataset: SearchDataset): Promise<Showcase> {
  const { dictionary, datasetNo } = dataset
  const table = leadTable(datasetNo, dictionary.version)
  const columns = chooseColumns(dictionary.columns)
  const [states, rows] = await Promise.all([
    olap.ask({
      sql: `SELECT toString(p_state) AS value, count() AS count FROM ${table} WHERE p_state != ''
        GROUP BY value ORDER BY count DESC, value LIMIT ${STATES}`,
      row: stateRow,
    }),
    olap.ask({
      sql: `SELECT lead_id, ${columns.map((column) => `${columnName(column)}`).join(', ')}
        FROM ${table} ORDER BY lead_id LIMIT ${ROWS}`,
      row: engineRow,
    }),
  ])
  return {
    dictionary: { dictId: dictionary.dictId, name: dictionary.name, rows: dictionary.rows },
    count: dictionary.rows,
    states,
    columns: columns.map(({ key, label, kind }) => ({ key, label, kind })),
    rows: rows.map((row) => presentRow(row, columns)),
  }
}

/** The first columns a person would look at, and one contact column to show that there is more. */
function chooseColumns(columns: readonly Column[]): Column[] {
  const shown = columns.filter(({ contact, kind }) => !contact && !['lat', 'lon', 'id', 'zip'].includes(kind))
  return [...shown.slice(0, COLUMNS - 1), ...columns.filter(({ contact }) => contact).slice(0, 1)]
}

function presentRow(row: z.infer<typeof engineRow>, columns: readonly Column[]): LeadRow {
  const cells: LeadRow['cells'] = {}
  const masked: string[] = []
  for (const column of columns) {
    if (column.contact) masked.push(column.key)
    cells[column.key] = column.contact ? MASK : cellValue.parse(row[columnName(column)] ?? null)
  }
  return { id: row.lead_id, owned: false, cells, masked, doNotCall: [], point: null }
}
