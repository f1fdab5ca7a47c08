import { setTimeout as delay } from 'node:timers/promises'
import { searchBody } from './engines/freeor.ts'
import { watchHealth } from './health.ts'
import type { Load } from './logins.ts'
import { type Question, questions } from './questions.ts'
import { whenInMemory } from './server/engine.ts'
import type { Reply, Visitor } from './server/http.ts'
import { DICTIONARY } from './server/import-leads.ts'
import { quantile } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { inMs, note, number, say, table } from './table.ts'

const THINKING_MS = 1_000
const groups = [20, 100]

/** What a user of the search page waits for. */
export const interactions = questions.filter(({ dropOne }) => dropOne)

export const askSearch = async (visitor: Visitor, question: Question): Promise<Reply> =>
  await visitor.send('POST', `/api/search/${DICTIONARY}`, searchBody(question))

/** How long a refused request asks to wait, in milliseconds. */
export const waitOf = ({ headers }: Pick<Reply, 'headers'>): number =>
  Number(headers['retry-after'] ?? 1) * 1000

/**
 * People who look at each answer for a second before the next search. Who is refused asks again when the answer says
 * so, as the page does: the interaction then took as long as all of that.
 */
export async function searching(system: BenchSystem, people: readonly Visitor[]): Promise<Load> {
  await system.leads()
  const { seconds } = system.options
  const ms: number[] = []
  const others = new Map<number, number>()
  const end = performance.now() + seconds * 1000
  const answered = async (visitor: Visitor, question: Question) => {
    for (;;) {
      const reply = await askSearch(visitor, question)
      if (reply.status === 200) return
      others.set(reply.status, (others.get(reply.status) ?? 0) + 1)
      await delay(waitOf(reply))
    }
  }
  const person = async (visitor: Visitor, at: number) => {
    const question = interactions[at % interactions.length]
    await delay((at * THINKING_MS) / people.length)
    while (question && performance.now() < end) {
      const started = performance.now()
      await answered(visitor, question)
      ms.push(performance.now() - started)
      await delay(THINKING_MS)
    }
  }
  await Promise.all(people.map(person))
  return {
    name: `${people.length} people searching ${system.file().rows.toLocaleString('en-US')} leads`,
    perSecond: ms.length / seconds,
    ms,
    other: [...others].map(([status, count]) => `${count} x ${status}`).join(', '),
  }
}

/** 20 and 100 people who search at the same time: each would make one interaction a second if answers took no time. */
export async function benchPeople(system: BenchSystem): Promise<void> {
  const server = await system.server()
  await system.leads()
  const people = await server.newPeople(Math.max(...groups))
  const [first] = people
  const [question] = interactions
  if (first && question) await askSearch(first, question)
  await whenInMemory(server)
  const lines: string[][] = []
  system.figures.people = []
  for (const size of groups) {
    const health = watchHealth(server)
    const { name, perSecond, ms, other } = await searching(system, people.slice(0, size))
    const { own, site } = await health()
    note(`  ${name}: done`)
    const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map((share) => quantile(ms, share))
    const healthP99 = quantile(own, 0.99)
    system.figures.people.push({
      people: size,
      interactionsPerSecond: perSecond,
      ...{ p50, p95, p99, healthP99 },
      refused: other,
    })
    lines.push([
      `${size} people`,
      `${number(perSecond)} of ${size}`,
      ...[p50, p95, p99].map(inMs),
      other,
      inMs(healthP99),
      inMs(Math.max(...own)),
      inMs(quantile(site, 0.99)),
    ])
  }
  say(`\nPeople searching ${system.file().rows.toLocaleString('en-US')} leads, each with a second to look\n`)
  const times = ['p50', 'p95', 'p99', 'asked again', 'health p99', 'health max', 'at a site p99']
  say(table(['people', 'interactions a second', ...times], lines))
}
