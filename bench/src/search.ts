import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { openDuckDb } from './engines/duckdb.ts'
import type { Engine } from './engines/engine.ts'
import { openFreeor } from './engines/freeor.ts'
import { openPostgres } from './engines/postgres.ts'
import type { Figures } from './figures.ts'
import { type Answer, countsOfStates, type Question, questions } from './questions.ts'
import { whenInMemory } from './server/engine.ts'
import type { ProductionServer } from './server/server.ts'
import { geometricMean, measure, median, quantile } from './stopwatch.ts'
import { type BenchSystem, dataFolder } from './system.ts'
import { inMs, note, number, say, table } from './table.ts'
import { CLIENTS, countsPerSecond } from './throughput.ts'

type Timed = { readonly ms: readonly number[]; readonly answer: Answer }
type Measured = {
  readonly name: string
  readonly byQuestion: ReadonlyMap<Question, Timed>
  readonly countsPerSecond: number
}

/** The query mix: Freeor as whole HTTP calls, the others as their drivers give the rows. Each engine runs alone. */
export async function benchSearch(system: BenchSystem): Promise<void> {
  const others = system.options.isAlone ? [] : await measureOthers(system)
  const server = await system.server()
  await system.leads()
  const product = openFreeor(await server.newPeople(CLIENTS))
  await readIntoMemory(server, product)
  await warmUp(product)
  const freeor = await measureEngine(product, system.options.runs)
  await product.close()
  const isSame = others.every((other) => agrees(freeor, other))
  print(system.file().rows, freeor, others)
  system.figures.search = [freeor, ...others].map(figuresOf)
  if (!isSame) throw new Error('The engines do not give the same answers: see above')
  if (others.length > 0) say('\nAll engines gave the same answer to every query.')
}

/** The first search has the server read the columns. Nobody's answers wait for that, and what is timed comes after it. */
async function readIntoMemory(server: ProductionServer, product: Engine): Promise<void> {
  if (process.env.SEARCH_MEMORY === '0') return note('Without columns in memory')
  const [first] = questions
  if (first) await product.ask(first)
  await whenInMemory(server)
}

const WARM_UP_ROUNDS = 30

/** Our process has just started: its code is compiled while it runs, that of the others is compiled already. */
async function warmUp(product: Engine): Promise<void> {
  note('Freeor: all questions, untimed')
  const until = performance.now() + 60_000
  for (let round = 0; round < WARM_UP_ROUNDS && performance.now() < until; round += 1)
    for (const question of questions) await product.ask(question)
}

async function measureOthers(system: BenchSystem): Promise<Measured[]> {
  const { keeps, runs } = system.options
  const file = system.file()
  // Named by the rows it was loaded from, so that an engine kept for other rows is never used.
  const name = basename(file.path, '.csv')
  const paths = {
    duckDb: join(dataFolder, `duckdb-${name}`),
    postgres: join(dataFolder, `postgres-${name}`),
    clean: join(dataFolder, `clean-${name}`),
  }
  note('Loading DuckDB ...')
  const duckDb = await openDuckDb(paths.duckDb, file)
  if (duckDb.loadSeconds) say(`DuckDB: load, repair and sort ${number(duckDb.loadSeconds)} s`)
  const measured = [await measureEngine(duckDb, runs)]
  note('Loading PostgreSQL ...')
  const postgres = await openPostgres(paths.postgres, async () => {
    await duckDb.exportTo(paths.clean)
    return paths.clean
  })
  await duckDb.close()
  await rm(paths.clean, { force: true })
  try {
    say(`PostgreSQL ${postgres.version}, trigram index: ${postgres.hasTrigrams ? 'yes' : 'no'}`)
    const { seconds } = postgres
    if (seconds) say(`PostgreSQL: COPY ${number(seconds.copy)} s, indexes ${number(seconds.indexes)} s`)
    measured.unshift(await measureEngine(postgres, runs))
  } finally {
    await postgres.close()
  }
  if (!keeps) {
    for (const path of [paths.duckDb, paths.postgres])
      for (const made of [path, `${path}.loaded`]) await rm(made, { recursive: true, force: true })
  }
  return measured
}

async function measureEngine(engine: Engine, runs: number): Promise<Measured> {
  const byQuestion = new Map<Question, Timed>()
  for (const question of questions) {
    note(`${engine.name}: ${question.name}`)
    const repetition = { warmUps: 3, runs, atMostMs: 15_000 }
    byQuestion.set(question, await measure(async () => await engine.ask(question), repetition))
  }
  const perSecond = await countsPerSecond(engine, countsOfStates)
  return { name: engine.name, byQuestion, countsPerSecond: perSecond }
}

/** Whether both answers are equal; names what differs. */
function agrees(ours: Measured, other: Measured): boolean {
  let isSame = true
  for (const [question, { answer }] of other.byQuestion) {
    const mine = ours.byQuestion.get(question)?.answer
    for (const key of Object.keys(answer) as (keyof Answer)[]) {
      const [expected, given] = [JSON.stringify(answer[key]), JSON.stringify(mine?.[key])]
      if (expected === given) continue
      isSame = false
      say(`DIFFERENT ${question.name}, ${key}:\n  ${other.name}: ${expected}\n  ${ours.name}: ${given}`)
    }
  }
  return isSame
}

const timeOf = (one: Measured, question: Question) => median(one.byQuestion.get(question)?.ms ?? [])

const meanOf = (one: Measured) =>
  geometricMean(questions.filter(({ isInMix }) => isInMix).map((question) => timeOf(one, question)))

function figuresOf(one: Measured): NonNullable<Figures['search']>[number] {
  const byQuestion = [...one.byQuestion].map(([{ name }, { ms }]) => [
    name,
    { median: median(ms), p95: quantile(ms, 0.95) },
  ])
  const { name, countsPerSecond: perSecond } = one
  return {
    name,
    byQuestion: Object.fromEntries(byQuestion),
    geometricMean: meanOf(one),
    countsPerSecond: perSecond,
  }
}

function print(rows: number, freeor: Measured, others: readonly Measured[]): void {
  const all = [freeor, ...others]
  const lines = questions.map((question) => {
    const mine = timeOf(freeor, question)
    const p95 = quantile(freeor.byQuestion.get(question)?.ms ?? [], 0.95)
    return [
      question.name,
      inMs(mine),
      inMs(p95),
      question.target === undefined ? '' : inMs(question.target),
      ...others.flatMap((other) => [
        inMs(timeOf(other, question)),
        `${number(timeOf(other, question) / mine)}x`,
      ]),
    ]
  })
  const versus = others.flatMap((other) => [
    inMs(meanOf(other)),
    `${number(meanOf(other) / meanOf(freeor))}x`,
  ])
  const head = ['query', 'Freeor', 'p95', 'to reach', ...others.flatMap(({ name }) => [name, 'ratio'])]
  say(`\n${rows.toLocaleString('en-US')} leads; medians; Freeor as whole HTTP calls\n`)
  say(table(head, [...lines, ['geometric mean of the first six', inMs(meanOf(freeor)), '', '', ...versus]]))
  say('')
  say(
    table(
      ['8 clients at once', 'counts a second'],
      all.map((one) => [one.name, number(one.countsPerSecond)]),
    ),
  )
}
