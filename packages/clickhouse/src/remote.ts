import { createClient } from '@clickhouse/client'
import { createOlap } from './client.ts'
import { openLanes } from './lanes.ts'
import { type Log, type Olap, olapDatabase } from './olap.ts'
import { proveSearchIsReadOnly } from './self-test.ts'

export type RemoteClickHouseOptions = {
  /** `CLICKHOUSE_URL`: `http(s)://user:password@host:8123`. The user may create tables in the database `freeor`. */
  readonly url: string
  readonly log: Log
}

/**
 * Connects to a ClickHouse server. Searches run as the same user with caps and `readonly=1` in each request.
 * @throws Error when the server cannot be reached, or lets a search do more than read.
 */
export async function connectClickHouse({ url, log }: RemoteClickHouseOptions): Promise<Olap> {
  const address = new URL(url)
  const login = {
    username: decodeURIComponent(address.username) || 'default',
    password: decodeURIComponent(address.password),
  }
  address.username = ''
  address.password = ''
  address.pathname = '/'
  const server = address.origin
  await createDatabase(server, login)
  const lanes = openLanes({ url: server, search: login, writer: login })
  const olap = createOlap({ lanes: () => lanes, close: async () => await lanes.close() })
  await proveSearchIsReadOnly(lanes, olap)
  log('Connected to ClickHouse', { server })
  return olap
}

async function createDatabase(url: string, login: { username: string; password: string }): Promise<void> {
  const client = createClient({ url, ...login })
  try {
    await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${olapDatabase}` })
  } catch (cause) {
    throw new Error(
      `ClickHouse at CLICKHOUSE_URL (${url}) cannot be used: check the address, user and password`,
      { cause },
    )
  } finally {
    await client.close()
  }
}
