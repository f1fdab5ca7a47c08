import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readJson, type Visitor } from './server/http.ts'
import { type ProductionServer, type SampleLogin, startProductionServer } from './server/server.ts'
import { median, timed } from './stopwatch.ts'
import { note, number, say, table } from './table.ts'

const ROUNDS = 3
const ASK_EVERY_MS = 20
const LIMIT_MS = 120_000

type Row = { readonly what: string; readonly seconds: readonly number[] }

/**
 * How soon a server serves: at its first start, again after a stop and after a kill, and after the death of an engine.
 * Each fault happens while the sample data is served and nothing else runs but what it interrupts.
 */
export async function benchRecovery(): Promise<void> {
  const rows: Row[] = []
  const add = (what: string, seconds: readonly number[]) => {
    note(`  ${what}: ${seconds.map(number).join(', ')} s`)
    rows.push({ what, seconds })
  }
  const first = await secondsOf(async () => await startProductionServer())
  let server = first.value
  try {
    add('first start, with the sample data', [first.seconds])
    for (const { what, break: breakIt, ask } of faults)
      add(what, await inRounds(async () => await secondsUntilBack(server, breakIt, ask)))
    for (const { what, break: breakIt } of fileFaults)
      add(what, await inRounds(async () => await secondsUntilFile(server, breakIt)))
    add('second start on the folder, until it is refused', await inRounds(() => refusedStart(server)))
    const [stops, starts] = await restarts(server, 'SIGTERM', {})
    server = starts.server
    add('stop', stops)
    add('start after a stop', starts.seconds)
    const [, killed] = await restarts(server, 'SIGKILL', {})
    server = killed.server
    add('start after a kill', killed.seconds)
    const [, courses] = await restarts(server, 'SIGTERM', { SITES: 'courses' })
    server = courses.server
    add('start of Courses alone', courses.seconds)
  } finally {
    await server.stop()
  }
  say(`\nSeconds, the median and the longest of ${ROUNDS}, on the sample data:\n`)
  const cells = rows.map(({ what, seconds }) => [what, number(median(seconds)), number(Math.max(...seconds))])
  say(table(['from the fault until it serves', 'median', 'longest'], cells))
}

const secondsOf = async <T>(work: () => Promise<T>): Promise<{ seconds: number; value: T }> => {
  const { ms, value } = await timed(work)
  return { seconds: ms / 1000, value }
}

async function inRounds(work: () => Promise<number>): Promise<number[]> {
  const seconds: number[] = []
  for (let round = 0; round < ROUNDS; round++) seconds.push(await work())
  return seconds
}

/** A call that the fault makes impossible; whether it was answered. */
type Ask = (visitor: Visitor) => Promise<boolean>

const readMe: Ask = async (visitor) => {
  const { status, text } = await visitor.send('GET', '/api/me')
  return status === 200 && !text.includes('"user":null')
}

let searches = 0

/** Another search each time: one that was answered may be kept. */
const searchAnew: Ask = async (visitor) => {
  searches += 1
  const body = { filter: `employees:${searches}..`, count_only: true }
  return (await visitor.send('POST', '/api/search/businesses', body)).status === 200
}

type Break = (server: ProductionServer) => Promise<void>

const endEngine =
  (signal: 'SIGKILL' | 'SIGSTOP'): Break =>
  async (server) =>
    void process.kill(server.processes().engine, signal)

const endPostgres: Break = async ({ dataDir }) => {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

const faults: readonly { what: string; break: Break; ask: Ask }[] = [
  { what: 'search engine killed, until a search is answered', break: endEngine('SIGKILL'), ask: searchAnew },
  { what: 'search engine hangs, until a search is answered', break: endEngine('SIGSTOP'), ask: searchAnew },
  { what: 'PostgreSQL killed, until a session is read', break: endPostgres, ask: readMe },
]

const fileFaults: readonly { what: string; break: Break }[] = [
  { what: 'search engine killed, until a file just ordered is ready', break: endEngine('SIGKILL') },
  { what: 'search engine hangs, until a file just ordered is ready', break: endEngine('SIGSTOP') },
  { what: 'PostgreSQL killed, until a file just ordered is ready', break: endPostgres },
]

/** From the fault, which comes as soon as the order is answered, until the file can be fetched. */
async function secondsUntilFile(server: ProductionServer, breakIt: Break): Promise<number> {
  const visitor = await server.signIn(ownerOf(server))
  await waitFor(async () => await searchAnew(visitor).catch(() => false))
  const order = { dictId: 'businesses', filter: 'state:TX', limit: 5_000 }
  const { id } = readJson(
    await visitor.send('POST', '/api/downloads', order, { 'idempotency-key': randomUUID() }),
  ) as { id: string }
  const isReady = async () => {
    const { status, text } = await visitor.send('GET', '/api/downloads')
    const { downloads = [] } = JSON.parse(text) as { downloads?: { id: string; state: string }[] }
    return status === 200 && downloads.some((one) => one.id === id && one.state === 'ready')
  }
  const { seconds } = await secondsOf(async () => {
    await breakIt(server)
    await waitFor(async () => await isReady().catch(() => false))
  })
  visitor.close()
  return seconds
}

/** Asks again and again: first until the fault is felt, then until it is over. */
async function secondsUntilBack(server: ProductionServer, breakIt: Break, ask: Ask): Promise<number> {
  const visitor = await server.signIn(ownerOf(server))
  const isAnswered = async () => await ask(visitor).catch(() => false)
  await waitFor(isAnswered)
  const { seconds } = await secondsOf(async () => {
    await breakIt(server)
    await waitFor(async () => !(await isAnswered()))
    await waitFor(isAnswered)
  })
  visitor.close()
  return seconds
}

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + LIMIT_MS
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error(`Not within ${LIMIT_MS / 1000} s`)
    await delay(ASK_EVERY_MS)
  }
}

function ownerOf({ logins }: ProductionServer): SampleLogin {
  const owner = logins.find(({ site, role }) => site === 'leads' && role === 'owner')
  if (owner === undefined) throw new Error('The sample data has no owner')
  return owner
}

async function refusedStart(server: ProductionServer): Promise<number> {
  const { seconds, value } = await secondsOf(
    async () =>
      await server
        .freeor(['serve'], () => undefined)
        .then(
          () => 'started',
          (error: Error) => error.message,
        ),
  )
  if (!value.includes(String(server.processes().server))) throw new Error(`Not refused: ${value}`)
  return seconds
}

type Restarted = { readonly server: ProductionServer; readonly seconds: readonly number[] }

/** Ends the server and starts it again on the same folder, in rounds. */
async function restarts(
  running: ProductionServer,
  signal: 'SIGTERM' | 'SIGKILL',
  variables: Record<string, string>,
): Promise<[stops: number[], starts: Restarted]> {
  let server = running
  const [stops, starts]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    stops.push((await secondsOf(async () => await server.kill(signal))).seconds)
    const started = await secondsOf(
      async () => await startProductionServer({ dataDir: running.dataDir, variables }),
    )
    server = started.value
    starts.push(started.seconds)
  }
  return [stops, { server, seconds: starts }]
}
