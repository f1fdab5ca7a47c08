import pg from 'pg'

/** Connection URL of `database` over the unix socket in `socketDir`. The socket folder's mode is the only guard. */
export function localUrl(socketDir: string, database: string): string {
  return `postgresql://freeor@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}`
}

/** True when the server at `url` takes a connection and answers. */
export async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Creates `database` on the server at `url` unless it is there. */
export async function createDatabase(url: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(database)}`)
  } finally {
    await client.end()
  }
}
