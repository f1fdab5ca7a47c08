import type { Olap } from '@freeor/clickhouse/olap'
import { z } from 'zod'
import { columnName, isTextual, leadTable } from '../dictionaries/lead-table.ts'
import type { Column } from '../schema.ts'
import type { KeptColumn } from './ports.ts'

/** A version whose columns are to be kept. */
export type VersionToKeep = {
  readonly datasetNo: number
  readonly version: number
  readonly columns: readonly Column[]
}

/** A column of the table, its kept form, and the SQL that gives its cells. */
export type PlannedColumn = { readonly kept: KeptColumn; readonly sql: string }

/** Codes have 16 bits at most. */
const MOST_TEXTS = 65_536

export const caps = { seconds: 600, bytes: 1 << 30 }

/** Of the hexagons those of a country or a state: the finer ones have too many for codes. */
const keptCells = ['h3_2', 'h3_3', 'h3_4'] as const

const places = ['p_state', 'p_county', 'p_city', 'p_zip'] as const

type Measured = { readonly name: string; readonly value: string; readonly scale: number }

/**
 * The columns that searches compare, count or sort by, each as narrow as its cells allow. Texts with too many different
 * values are left out, but for whether they are blank.
 */
export async function planColumns(olap: Olap, version: VersionToKeep): Promise<PlannedColumn[]> {
  const { columns } = version
  const isCoded = ({ kind, contact }: Column) =>
    !contact && (kind === 'boolean' || ['category', 'state', 'county', 'city', 'zip'].includes(kind))
  const isMeasured = ({ kind, contact }: Column) => !contact && ['number', 'money', 'date'].includes(kind)
  const coded = await planCodes(olap, version, [
    ...places.map((name) => ({ name, text: name })),
    ...columns.filter(isCoded).map((column) => {
      const name = columnName(column)
      return { name, text: column.kind === 'boolean' ? `ifNull(toString(${name}), '')` : name }
    }),
    ...keptCells.map((name) => ({ name, text: `toString(${name})` })),
  ])
  const measured = await planNumbers(olap, version, [
    ...['row', 'first_seen', 'changed'].map((name) => ({ name, value: name, scale: 1 })),
    ...['p_lat', 'p_lon'].map((name) => ({ name, value: `if(isNaN(${name}), NULL, ${name})`, scale: 1e6 })),
    ...columns.filter(isMeasured).map((column) => {
      const name = columnName(column)
      return { name, value: column.kind === 'date' ? `toInt32(${name})` : name, scale: 1 }
    }),
  ])
  const known = new Set([...coded, ...measured].map(({ kept }) => kept.name))
  const others = columns.filter((column) => !known.has(columnName(column)))
  return [...coded, ...measured, ...others.map(presence)]
}

function presence(column: Column): PlannedColumn {
  const name = columnName(column)
  const sql = isTextual(column.kind) ? `notEmpty(${name})` : `isNotNull(${name})`
  return { kept: { name, kind: 'present', bits: 1 }, sql: `CAST(${sql} AS UInt8)` }
}

const textRow = z.object({ text: z.string(), lower: z.string() })

type Text = { readonly name: string; readonly text: string }

/** The texts of each column, in the order in which `codeSql` numbers them. */
async function planCodes(
  olap: Olap,
  version: VersionToKeep,
  texts: readonly Text[],
): Promise<PlannedColumn[]> {
  const table = leadTable(version.datasetNo, version.version)
  const planned: PlannedColumn[] = []
  for (const { name, text } of texts) {
    const found = await olap.ask({
      sql: `SELECT text, lowerUTF8(text) AS lower FROM (SELECT DISTINCT toString(${text}) AS text FROM ${table}
        LIMIT ${MOST_TEXTS + 1}) ORDER BY lower, text`,
      pool: 'writer',
      caps,
      row: textRow,
    })
    if (found.length > MOST_TEXTS) continue
    const bits = found.length <= 256 ? 8 : 16
    const kept: KeptColumn = {
      ...{ name, kind: 'codes', bits },
      texts: found.map((one) => one.text),
      lowers: found.map((one) => one.lower),
    }
    planned.push({ kept, sql: codeSql({ table, text, bits }) })
  }
  return planned
}

type Coded = { readonly table: string; readonly text: string; readonly bits: number }

function codeSql({ table, text, bits }: Coded): string {
  const texts = `(SELECT arraySort(one -> (lowerUTF8(one), one), groupUniqArray(toString(${text}))) FROM ${table})`
  return `CAST(transform(toString(${text}), ${texts},
    (SELECT arrayMap(at -> toUInt16(at - 1), arrayEnumerate(${texts}))), toUInt16(0)) AS UInt${bits})`
}

/** `fractions`: values that the scale does not make whole again. In JSON, infinite is null. */
const measuredRow = z.object({
  low: z.coerce.number().nullable(),
  high: z.coerce.number().nullable(),
  fractions: z.coerce.number(),
})

async function planNumbers(
  olap: Olap,
  version: VersionToKeep,
  measured: readonly Measured[],
): Promise<PlannedColumn[]> {
  const table = leadTable(version.datasetNo, version.version)
  const planned: PlannedColumn[] = []
  for (const { name, value, scale } of measured) {
    const scaled = `round(toFloat64(${value}) * ${scale})`
    const [found] = await olap.ask({
      sql: `SELECT min(${scaled}) AS low, max(${scaled}) AS high,
        countIf(${scaled} / ${scale} != toFloat64(${value})) AS fractions FROM ${table}`,
      pool: 'writer',
      caps,
      row: measuredRow,
    })
    planned.push(found ? numberOf({ name, value, scale }, found) : floatOf({ name, value }))
  }
  return planned
}

function numberOf(
  { name, value, scale }: Measured,
  { low, high, fractions }: z.infer<typeof measuredRow>,
): PlannedColumn {
  const least = low ?? 0
  const span = (high ?? 0) - least
  const bits = ([8, 16, 32] as const).find((width) => span <= 2 ** width - 2)
  if (fractions > 0 || bits === undefined || !Number.isSafeInteger(least)) return floatOf({ name, value })
  const cell = `ifNull(round(toFloat64(${value}) * ${scale}) - ${least}, ${2 ** bits - 1})`
  return { kept: { name, kind: 'numbers', bits, scale, least }, sql: `CAST(${cell} AS UInt${bits})` }
}

const floatOf = ({ name, value }: Pick<Measured, 'name' | 'value'>): PlannedColumn => ({
  kept: { name, kind: 'floats', bits: 64 },
  sql: `CAST(ifNull(toFloat64(${value}), nan) AS Float64)`,
})
