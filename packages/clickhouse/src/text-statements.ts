import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { urlToHttpOptions } from 'node:url'
import { parseError } from '@clickhouse/client'
import { type OlapParam, type OlapParams, type OlapSettings, olapDatabase } from './olap.ts'
import { openAgent } from './open-agent.ts'

export type TextStatement = {
  readonly sql: string
  readonly params?: OlapParams | undefined
  readonly settings?: OlapSettings
  readonly signal?: AbortSignal | undefined
}

export type TextStatements = {
  /** @throws ClickHouseError; an AbortError once the signal is aborted; an error of the network */
  send(statement: TextStatement): Promise<string>
  close(): void
}

export type TextEndpoint = {
  readonly url: string
  readonly username: string
  readonly password: string
  /** Sent with each statement. */
  readonly settings: OlapSettings
  readonly connections: number
}

/**
 * Statements whose answer is one text, over HTTP or HTTPS: each search asks several. For a small one `@clickhouse/client`
 * takes more than twice the processor time of ours (decision 114); streams and inserts go through it.
 */
export function openTextStatements(endpoint: TextEndpoint): TextStatements {
  const target = urlToHttpOptions(new URL(endpoint.url))
  const agent = openAgent(endpoint.url, endpoint.connections)
  const request = target.protocol === 'https:' ? httpsRequest : httpRequest
  const login = Buffer.from(`${endpoint.username}:${endpoint.password}`).toString('base64')
  return {
    async send({ sql, params, settings, signal }) {
      const search = searchOf(params, { ...endpoint.settings, ...settings })
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const headers = { authorization: `Basic ${login}`, 'content-length': Buffer.byteLength(sql) }
        const asked = request(
          { ...target, agent, method: 'POST', path: `/?${search}`, headers, signal },
          resolve,
        )
        asked.on('error', reject)
        asked.end(sql)
      })
      const text = await readText(response)
      if (response.statusCode !== 200) throw parseError(text)
      return text
    },
    close: () => agent.destroy(),
  }
}

function searchOf(params: OlapParams = {}, settings: OlapSettings): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) search.append(`param_${name}`, escaped(value))
  for (const [name, value] of Object.entries(settings)) search.append(name, String(value))
  search.append('database', olapDatabase)
  return search
}

const readText = async (response: IncomingMessage): Promise<string> =>
  await new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => void chunks.push(chunk))
    response.on('error', reject)
    response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })

const escapes: Readonly<Record<string, string>> = {
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  "'": "\\'",
  '\\': '\\\\',
}

/** A value of a placeholder as the engine reads it: the escapes of its TSV. */
function escaped(value: OlapParam): string {
  if (typeof value === 'string') return value.replace(/[\t\n\r'\\]/g, (sign) => escapes[sign] ?? sign)
  if (value === null) return '\\N'
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'object') return `[${value.map(literal).join(',')}]`
  return numeral(value)
}

/** A value within a list: a literal of SQL. */
function literal(value: OlapParam): string {
  if (typeof value === 'string') return `'${escaped(value)}'`
  if (value === null) return 'NULL'
  return typeof value === 'boolean' ? String(value) : escaped(value)
}

function numeral(value: number | bigint): string {
  if (Number.isNaN(value)) return 'nan'
  if (value === Number.POSITIVE_INFINITY) return '+inf'
  return value === Number.NEGATIVE_INFINITY ? '-inf' : String(value)
}
