import type pg from 'pg'
import { countRows } from './old-database.ts'

type Column = {
  readonly table: string
  readonly name: string
  readonly type: string
  /** The table and column it refers to. */
  readonly refers: string | null
  /** The first of the texts that a rule of the table allows. */
  readonly allowed: string | null
}
type Values = Readonly<Record<string, string>>

/** Columns that a row must give a value for, with what they refer to. */
const columnsSql = `
  SELECT relation.relname AS table, attribute.attname AS name, format_type(attribute.atttypid, NULL) AS type,
    (SELECT format('(SELECT %I FROM %I LIMIT 1)', their.attname, target.relname) FROM pg_constraint refers
      JOIN pg_class target ON target.oid = refers.confrelid
      JOIN pg_attribute their ON their.attrelid = refers.confrelid AND their.attnum = refers.confkey[1]
      WHERE refers.conrelid = relation.oid AND refers.contype = 'f' AND refers.conkey = ARRAY[attribute.attnum]
      LIMIT 1) AS refers,
    (SELECT (regexp_match(pg_get_constraintdef(checks.oid), format('\\(%s = ANY \\(ARRAY\\[(''[^'']*'')', attribute.attname)))[1]
      FROM pg_constraint checks WHERE checks.conrelid = relation.oid AND checks.contype = 'c'
        AND pg_get_constraintdef(checks.oid) ~ format('\\(%s = ANY \\(ARRAY\\[''', attribute.attname) LIMIT 1) AS allowed
  FROM pg_class relation JOIN pg_attribute attribute ON attribute.attrelid = relation.oid
  WHERE relation.relnamespace = 'public'::regnamespace AND relation.relkind = 'r' AND attribute.attnum > 0
    AND NOT attribute.attisdropped AND attribute.attnotnull AND NOT attribute.atthasdef AND attribute.attidentity = ''
  ORDER BY relation.relname, attribute.attnum`

/** A constant of each type, as SQL. */
const constants: Values = {
  text: "'a'",
  integer: '1',
  smallint: '1',
  bigint: '1',
  real: '0.5',
  'double precision': '0.5',
  boolean: 'false',
  date: 'current_date',
  'timestamp with time zone': 'now()',
  jsonb: "'{}'",
  bytea: "'\\x00'",
  'text[]': "ARRAY['a']",
  'integer[]': 'ARRAY[1]',
}

/**
 * Puts one row into each table that has none and whose rows can be made.
 * @param special what a table's own rules demand of its columns, as SQL, by table
 * @returns why tables stayed empty
 */
export async function fillEmptyTables(
  pool: pg.Pool,
  special: Readonly<Record<string, Values>>,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<Column>(columnsSql)
  const byTable = Map.groupBy(rows, ({ table }) => table)
  const refused = new Map<string, string>()
  let empty = [...(await countRows(pool))].filter(([, rows]) => rows === 0).map(([table]) => table)
  // A table is filled after those that it refers to: as often as one more could be.
  for (let isProgress = true; isProgress && empty.length > 0; ) {
    refused.clear()
    for (const table of empty) {
      const problem = await fill(pool, {
        ...{ table, columns: byTable.get(table) ?? [], values: special[table] ?? {} },
      })
      if (problem !== undefined) refused.set(table, problem)
    }
    isProgress = refused.size < empty.length
    empty = [...refused.keys()]
  }
  return refused
}

type Filling = { readonly table: string; readonly columns: readonly Column[]; readonly values: Values }

async function fill(pool: pg.Pool, { table, columns, values }: Filling): Promise<string | undefined> {
  const known = new Set(columns.map(({ name }) => name))
  const given = Object.entries(values).filter(([name]) => !known.has(name))
  const all = [
    ...columns.map(({ name, type, refers, allowed }) => [
      name,
      values[name] ?? refers ?? allowed ?? constants[type] ?? 'NULL',
    ]),
    ...given,
  ]
  const names = all.map(([name]) => `"${name}"`).join(', ')
  const selected = all.map(([, value]) => value).join(', ')
  try {
    await pool.query(`INSERT INTO "${table}" (${names}) VALUES (${selected})`)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
