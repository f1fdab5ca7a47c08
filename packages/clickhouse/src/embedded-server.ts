import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { type Engine, type EngineStatement, openEngine } from './embedded-engine.ts'
import type { ChildMessage, FailedReason, StartMessage, StopMessage } from './embedded-protocol.ts'
import { exceptionMark } from './exception-tail.ts'

/*
 * The entry of the child process: chDB behind the part of ClickHouse's HTTP interface that `@clickhouse/client` uses.
 * A native crash, a runaway statement or a full memory ends this process and nothing else.
 */

/** Limit of a request's headers with its address: the address carries 500 bound values and more. */
const HEADER_BYTES = 1 << 20
const reserved = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'wait_end_of_query',
  'session_id',
])

/** ClickHouse's number of an engine error, as the client reads it from a body. */
const errorNumber = /Code: (\d+)/

// The parent is gone, for whatever reason: the folder must be free for the next start immediately.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

process.once('message', (start: StartMessage) => {
  void serve(start).catch((error: unknown) => tell({ state: 'failed', ...describeFailure(error) }))
})

async function serve(start: StartMessage): Promise<void> {
  const engine = await openEngine(start)
  // An idle connection stays open: if we closed it, the client could take it for its next statement just before it sees
  // the close, and that statement would fail.
  const server = createServer({ maxHeaderSize: HEADER_BYTES, requestTimeout: 0, keepAliveTimeout: 0 })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    void handle({ engine, request, response, secret: start.secret })
  })
  await listen(server, start.port).catch(async () => await listen(server, 0))
  process.once('message', (_message: StopMessage) => {
    server.close()
    engine.close()
    process.kill(process.pid, 'SIGKILL')
  })
  tell({ state: 'ready', port: (server.address() as AddressInfo).port })
  // This process ends by a signal, and Node would only keep what it compiled at an orderly end.
  flushCompileCache()
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
}

type Exchange = {
  readonly engine: Engine
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly secret: string
}

async function handle(exchange: Exchange): Promise<void> {
  const { engine, request, response } = exchange
  const address = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (address.pathname === '/ping') return void response.end('Ok.\n')
  const pool = readPool(exchange)
  if (pool === undefined)
    return fail(response, new Error('Code: 516. DB::Exception: Wrong login (AUTHENTICATION_FAILED)'))
  const gone = new AbortController()
  response.on('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  try {
    const { searchParams: search } = address
    const sql = search.get('query')
    const common = { pool, signal: gone.signal, ...readSettings(search) }
    if (sql !== null) {
      await engine.insert({ ...common, sql }, request)
      response.end()
    } else {
      const statement = { ...common, sql: await readText(request) }
      if (search.get('wait_end_of_query') === '1') response.end(await engine.answer(statement))
      else await sendStream(engine, statement, response)
    }
  } catch (error) {
    fail(response, error)
  }
}

async function sendStream(
  engine: Engine,
  statement: EngineStatement,
  response: ServerResponse,
): Promise<void> {
  const tag = randomBytes(8).toString('hex')
  const { bytes, ended } = engine.stream(statement)
  const outcome = ended.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  try {
    for await (const chunk of bytes) {
      if (!response.headersSent) response.writeHead(200, { 'x-clickhouse-exception-tag': tag })
      if (!response.write(chunk)) await once(response, 'drain', { signal: statement.signal })
    }
  } catch {
    // Nobody listens any more. Closing our end of the pipe stops the engine's writing.
    bytes.destroy()
  }
  const failure = await outcome
  if (failure === undefined) return void response.end()
  if (!response.headersSent) throw failure.error
  response.end(exceptionMark(tag) + describe(failure.error))
}

function readPool({ request, secret }: Exchange): EngineStatement['pool'] | undefined {
  const encoded = request.headers.authorization?.replace(/^Basic /, '') ?? ''
  const [user, password = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  const given = Buffer.from(password)
  const expected = Buffer.from(secret)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return user === 'search' || user === 'writer' ? user : undefined
}

function readSettings(search: URLSearchParams): Pick<EngineStatement, 'settings' | 'params' | 'format'> {
  const entries = [...search].filter(([name]) => !reserved.has(name))
  const isParam = ([name]: [string, string]) => name.startsWith('param_')
  return {
    format: search.get('default_format') ?? 'TabSeparated',
    params: entries.filter(isParam).map(([name, value]) => [name.slice('param_'.length), value]),
    settings: entries.filter((entry) => !isParam(entry)),
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy()
  const text = describe(error)
  response.writeHead(500, { 'x-clickhouse-exception-code': errorNumber.exec(text)?.[1] ?? '1000' })
  response.end(text)
}

function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return errorNumber.test(text) ? text : `Code: 1000. DB::Exception: ${text} (UNKNOWN_EXCEPTION)`
}

function describeFailure(error: unknown): { reason: FailedReason; message: string } {
  const text = error instanceof Error ? error.message : String(error)
  const name = error instanceof Error ? error.name : ''
  if (/Platform|BinaryVersion/.test(name)) return { reason: 'platform', message: text }
  if (/Failed to create connection/.test(text)) return { reason: 'in_use', message: text }
  return { reason: 'other', message: text }
}

function tell(message: ChildMessage): void {
  process.send?.(message)
}
