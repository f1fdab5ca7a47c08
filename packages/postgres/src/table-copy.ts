import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/** A table of ours with the columns that are stored, in order. */
export type CopiedTable = { readonly name: string; readonly columns: readonly string[] }

export type Snapshot = {
  /** The last migration that was run: two databases with the same one have the same tables. */
  readonly schemaVersion: string
  /** Tables in an order in which each comes after those it refers to. */
  readonly tables: readonly CopiedTable[]
  /** All rows in PostgreSQL's text format, as of the snapshot. One table at a time. */
  read(table: CopiedTable): Readable
  /** One value per row, as text. It takes no parameters: only for queries of our own. */
  ask(sql: string): Promise<string[]>
  end(): Promise<void>
}

const quoted = (name: string): string => pg.escapeIdentifier(name)
const columnList = ({ columns }: CopiedTable): string => columns.map(quoted).join(', ')

/** A connection without a statement timeout: a whole table takes long. */
async function connect(pool: pg.Pool): Promise<pg.Client> {
  const patient = { statement_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 }
  const client = new pg.Client({ ...pool.options, ...patient })
  await client.connect()
  return client
}

async function askText(client: pg.Client, sql: string): Promise<string[]> {
  const { rows } = await client.query<[string]>({ text: sql, rowMode: 'array' })
  return rows.map(([value]) => String(value))
}

/** A snapshot of the whole database, whatever is written meanwhile. */
export async function openSnapshot(pool: pg.Pool): Promise<Snapshot> {
  const client = await connect(pool)
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return {
      schemaVersion: await readSchemaVersion(client),
      tables: await listTables(client),
      read: (table) => client.query(copyTo(`COPY ${quoted(table.name)} (${columnList(table)}) TO STDOUT`)),
      ask: (sql) => askText(client, sql),
      end: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** The last migration that ran on the database. */
export async function schemaVersionOf(pool: pg.Pool): Promise<string> {
  const client = await connect(pool)
  try {
    return await readSchemaVersion(client)
  } finally {
    await client.end()
  }
}

async function readSchemaVersion(client: pg.Client): Promise<string> {
  const [version = ''] = await askText(
    client,
    "SELECT created_at || ' ' || hash FROM drizzle.__drizzle_migrations ORDER BY created_at DESC LIMIT 1",
  )
  return version
}

async function listTables(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(`
    SELECT c.relname AS name,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      (SELECT coalesce(array_agg(DISTINCT r.relname::text), '{}') FROM pg_constraint k
        JOIN pg_class r ON r.oid = k.confrelid
        WHERE k.conrelid = c.oid AND k.contype = 'f' AND r.oid <> c.oid) AS needs
    FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY c.relname`)
  return inOrder(rows).map(({ name, columns }) => ({ name, columns }))
}

function inOrder<T extends { name: string; needs: string[] }>(tables: readonly T[]): T[] {
  const ordered: T[] = []
  const open = new Set(tables)
  while (open.size > 0) {
    const there = new Set(ordered.map(({ name }) => name))
    const next = [...open].filter(({ needs }) => needs.every((name) => there.has(name)))
    if (next.length === 0) throw new Error('Tables refer to each other in a circle')
    for (const table of next) open.delete(table)
    ordered.push(...next)
  }
  return ordered
}

/**
 * Replaces what is in the database by what `bodies` give, all or nothing, and sets the sequences to the largest
 * numbers. Tables come in the order of the snapshot.
 */
export async function replaceTables(
  pool: pg.Pool,
  bodies: AsyncIterable<{ readonly table: CopiedTable; readonly body: Readable }>,
): Promise<void> {
  const client = await connect(pool)
  try {
    await client.query('BEGIN')
    const present = await listTables(client)
    await client.query(`TRUNCATE ${present.map(({ name }) => quoted(name)).join(', ')}`)
    for await (const { table, body } of bodies) {
      const sql = `COPY ${quoted(table.name)} (${columnList(table)}) FROM STDIN`
      await pipeline(body, client.query(copyFrom(sql)))
    }
    for (const { name } of present) await countOn(client, name)
    await client.query('COMMIT')
  } finally {
    // Uncommitted work ends with its connection.
    await client.end()
  }
}

async function countOn(client: pg.Client, table: string): Promise<void> {
  const columns = await askText(
    client,
    `SELECT attname FROM pg_attribute
      WHERE attrelid = ${pg.escapeLiteral(quoted(table))}::regclass AND attidentity <> '' AND NOT attisdropped`,
  )
  for (const column of columns)
    await client.query(
      `SELECT setval(pg_get_serial_sequence(${pg.escapeLiteral(quoted(table))}, ${pg.escapeLiteral(column)}),
        coalesce(max(${quoted(column)}), 0) + 1, false) FROM ${quoted(table)}`,
    )
}
