import pg from 'pg'

/** Connection URL of `database` over the unix socket in `socketDir`. The socket folder's mode is the only guard. */
export function localUrl(socketDir: string, database: string): string {
  return `postgresql://freeor@localhost:5432/${database}?host=${encodeURIComponent(socketDir)}`
}

/** What a server refuses connections with while it starts, recovers after a crash, or stops. */
const NOT_NOW = '57P03'

/** `refusing`: the server at `url` says itself that it takes no connections yet, or no more. */
export type Readiness = 'ready' | 'refusing' | 'silent'

export async function askReadiness(url: string): Promise<Readiness> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return 'ready'
  } catch (error) {
    return (error as { code?: string }).code === NOT_NOW ? 'refusing' : 'silent'
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
