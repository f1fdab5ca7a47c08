import { text } from 'node:stream/consumers'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { createOlap } from './client.ts'
import { type Log, type Olap, type OlapSettings, olapDatabase, type Pool } from './olap.ts'
import { searchSettings, writerSettings } from './pool-settings.ts'
import { openPools } from './pools.ts'
import { proveSearchIsReadOnly } from './self-test.ts'

export type RemoteClickHouseOptions = {
  /** `CLICKHOUSE_URL`: `http(s)://user:password@host:8123`. The user may create tables in the database `freeor`. */
  readonly url: string
  /** `pipesFolderOf` the data folder, when the URL is that of an engine of ours on it: rows need no HTTP then. */
  readonly pipesFolder?: string | undefined
  readonly log: Log
}

/**
 * Connects to a ClickHouse server. Searches run as the same user with caps and `readonly=1` in each request.
 * @throws Error when the server cannot be reached, or lets a search do more than read.
 */
export async function connectClickHouse(options: RemoteClickHouseOptions): Promise<Olap> {
  const { url, log, pipesFolder } = options
  const address = new URL(url)
  const login = {
    username: decodeURIComponent(address.username) || 'default',
    password: decodeURIComponent(address.password),
  }
  address.username = ''
  address.password = ''
  address.pathname = '/'
  const server = address.origin
  const settings = await prepareServer(server, login)
  const endpoint = { url: server, search: login, writer: login, settings, pipesFolder }
  const pools = openPools(endpoint)
  const olap = createOlap({ pools: () => pools, close: async () => await pools.close() })
  await proveSearchIsReadOnly(pools, olap)
  log('Connected to ClickHouse', { server })
  return olap
}

/** Makes the database and gives the settings of each pool that this server knows: an older one lacks some. */
async function prepareServer(
  url: string,
  login: { username: string; password: string },
): Promise<Record<Pool, OlapSettings>> {
  const client = createClient({ url, ...login, log: { level: ClickHouseLogLevel.OFF } })
  try {
    await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${olapDatabase}` })
    const known = await settingsOf(client)
    const those = (settings: OlapSettings) =>
      Object.fromEntries(Object.entries(settings).filter(([name]) => known.includes(name)))
    return { search: those(searchSettings), writer: those(writerSettings) }
  } catch (cause) {
    throw new Error(
      `ClickHouse at CLICKHOUSE_URL (${url}) cannot be used: check the address, user and password`,
      { cause },
    )
  } finally {
    await client.close()
  }
}

async function settingsOf(client: ClickHouseClient): Promise<string[]> {
  const { stream } = await client.exec({ query: 'SELECT name FROM system.settings' })
  return (await text(stream)).split('\n')
}
