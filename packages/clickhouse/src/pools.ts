import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { openPipeStock, type PipeStock } from './embedded-pipes.ts'
import { type OlapSettings, olapDatabase, type Pool } from './olap.ts'
import { openAgent, REQUEST_TIMEOUT_MS } from './open-agent.ts'
import { openTextStatements, type TextStatements } from './text-statements.ts'

export type Login = { readonly username: string; readonly password: string }

/** Where an engine listens, and as which user each pool connects. */
export type Endpoint = {
  readonly url: string
  readonly search: Login
  readonly writer: Login
  /** Sent with each statement of the pool. */
  readonly settings?: Readonly<Record<Pool, OlapSettings>>
  /** Only for an engine of ours on this machine, which reads the named pipes that are made here. */
  readonly pipesFolder?: string | undefined
}

/** A pool of connections for searches and one for writing, so that long imports never hold up a search. */
export type Pools = {
  readonly search: ClickHouseClient
  readonly writer: ClickHouseClient
  /** Of the same logins, for statements whose answer is one text. */
  readonly text: Readonly<Record<Pool, TextStatements>>
  /** Only where an engine on this machine reads and writes named pipes. */
  readonly pipes: PipeStock | undefined
  close(): Promise<void>
}

const CONNECTIONS = 64

/** Opens both pools; connects at the first statement. */
export function openPools(endpoint: Endpoint): Pools {
  const { url, search, writer, settings = { search: {}, writer: {} }, pipesFolder } = endpoint
  const open = (login: Login, own: OlapSettings) =>
    createClient({
      url,
      ...login,
      database: olapDatabase,
      clickhouse_settings: own,
      http_agent: openAgent(url, CONNECTIONS),
      request_timeout: REQUEST_TIMEOUT_MS,
      compression: { request: false, response: false },
      // The agent ends idle connections when the server says so. The client's own timer for it stays set when a
      // search is aborted while it takes an idle connection, and then ends the next search on that connection.
      keep_alive: { enabled: true, idle_socket_ttl: 0 },
      log: { level: ClickHouseLogLevel.OFF },
    })
  const openText = (login: Login, own: OlapSettings) =>
    openTextStatements({ url, ...login, settings: own, connections: CONNECTIONS })
  const pools = { search: open(search, settings.search), writer: open(writer, settings.writer) }
  const text = { search: openText(search, settings.search), writer: openText(writer, settings.writer) }
  const pipes = pipesFolder === undefined ? undefined : openPipeStock(pipesFolder)
  return {
    ...pools,
    text,
    pipes,
    async close() {
      text.search.close()
      text.writer.close()
      await Promise.all([pools.search.close(), pools.writer.close(), pipes?.close()])
    },
  }
}
