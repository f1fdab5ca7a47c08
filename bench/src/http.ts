import { setTimeout as delay } from 'node:timers/promises'
import { searchBody } from './engines/freeor.ts'
import { type Load, loginsInFlood, type Site, signingIn } from './logins.ts'
import { questions } from './questions.ts'
import { openVisitor, type Visitor } from './server/http.ts'
import { DICTIONARY } from './server/import-leads.ts'
import type { ProductionServer } from './server/server.ts'
import { shoot } from './shoot.ts'
import { quantile } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { inMs, note, number, say, table } from './table.ts'

/** The loads for the whole site, on one machine with the bench itself; the health call is made during each. */
export async function benchHttp(system: BenchSystem): Promise<void> {
  const server = await system.server()
  const { seconds } = system.options
  const people = await server.newPeople(PEOPLE)
  const site = { server, people, seconds }
  const loads: (() => Promise<Load>)[] = [
    async () => await reads(site),
    async () => await pages(site),
    async () => await billingPages(site),
    async () => await searching(system, people),
    async () => await signingIn(site),
    async () => await loginsInFlood(site, 'known'),
    async () => await loginsInFlood(site, 'new'),
  ]
  const lines: string[][] = []
  for (const load of loads) {
    const health = watchHealth(server)
    const { name, perSecond, ms, other } = await load()
    const healthMs = await health()
    note(`  ${name}: done`)
    lines.push([
      name,
      number(perSecond),
      ...[0.5, 0.95, 0.99].map((share) => inMs(quantile(ms, share))),
      other,
      inMs(quantile(healthMs, 0.99)),
      inMs(Math.max(...healthMs)),
    ])
  }
  say('\nLoad on the production server, the bench on the same machine\n')
  say(table(['load', 'a second', 'p50', 'p95', 'p99', 'other answers', 'health p99', 'health max'], lines))
}

/** Makes the health call ten times a second until stopped; gives the milliseconds of each answer. */
function watchHealth(server: ProductionServer): () => Promise<number[]> {
  const visitor = openVisitor(server.leadsUrl)
  const ms: number[] = []
  const asking: Promise<void>[] = []
  const ask = async () => {
    const started = performance.now()
    await visitor.send('GET', '/api/health')
    ms.push(performance.now() - started)
  }
  const timer = setInterval(() => void asking.push(ask()), 100)
  return async () => {
    clearInterval(timer)
    await Promise.all(asking)
    visitor.close()
    return ms
  }
}

const reads = async ({ server, people: [person], seconds }: Site): Promise<Load> =>
  await shoot({
    name: 'session checks (GET /api/me, signed in), 50 connections',
    url: `${server.leadsUrl}/api/me`,
    seconds,
    connections: 50,
    headers: { cookie: person?.cookie ?? '' },
  })

const pages = async ({ server, seconds }: Site): Promise<Load> =>
  await shoot({
    name: 'landing pages, 20 connections',
    url: `${server.leadsUrl}/`,
    seconds,
    connections: 20,
    headers: { 'accept-encoding': 'gzip' },
  })

const billingPages = async ({ server, people: [person], seconds }: Site): Promise<Load> =>
  await shoot({
    name: 'billing pages (/settings/billing, signed in), 10 connections',
    url: `${server.leadsUrl}/settings/billing`,
    seconds,
    connections: 10,
    headers: { cookie: person?.cookie ?? '', accept: 'text/html', 'accept-encoding': 'gzip' },
  })

const PEOPLE = 20
const THINKING_MS = 1_000

/** Twenty people; each looks at the answer for a second before the next search. */
async function searching(system: BenchSystem, people: readonly Visitor[]): Promise<Load> {
  await system.leads()
  const asked = questions.filter(({ dropOne }) => dropOne)
  const ms: number[] = []
  const others = new Map<number, number>()
  const { seconds } = system.options
  const end = performance.now() + seconds * 1000
  const person = async (visitor: Visitor, i: number) => {
    const question = asked[i % asked.length]
    await delay((i * THINKING_MS) / people.length)
    while (question && performance.now() < end) {
      const started = performance.now()
      const { status } = await visitor.send('POST', `/api/search/${DICTIONARY}`, searchBody(question))
      if (status === 200) ms.push(performance.now() - started)
      else others.set(status, (others.get(status) ?? 0) + 1)
      await delay(THINKING_MS)
    }
  }
  await Promise.all(people.map(person))
  return {
    name: `${PEOPLE} people searching ${system.file().rows.toLocaleString('en-US')} leads`,
    perSecond: ms.length / seconds,
    ms,
    other: [...others].map(([status, count]) => `${count} x ${status}`).join(', '),
  }
}
