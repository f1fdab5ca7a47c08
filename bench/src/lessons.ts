import { openEvents } from './events.ts'
import { atMost, atRate, type Click } from './load.ts'
import { descendants, processorSeconds } from './memory.ts'
import { openVisitor } from './server/http.ts'
import type { Person, ProductionServer } from './server/server.ts'
import { quantile } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { inMs, number, say, table } from './table.ts'

const LESSON = '/course/crs_introduction/lesson/2'
const PER_SECOND = 60
const TABS = 8

/** Processor milliseconds of the server and of PostgreSQL so far. */
function processorTime(server: ProductionServer): { server: number; postgres: number } {
  const { server: pid } = server.processes()
  const postgres = descendants(pid).filter(({ command }) => command.includes('postgres'))
  return {
    server: processorSeconds(pid) * 1000,
    postgres: postgres.reduce((sum, one) => sum + processorSeconds(one.pid) * 1000, 0),
  }
}

/** Somebody opens a page again and again, in as many browsers as there are clicks. */
function openPages(server: ProductionServer, { cookie }: Person, { path, browsers }: Pages): Click[] {
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip' }
  return Array.from({ length: browsers }, () => {
    const browser = openVisitor(server.coursesUrl, cookie)
    return async () => (await browser.send('GET', path, undefined, headers)).status
  })
}

type Pages = { readonly path: string; readonly browsers: number }

/** The page of a lesson for a learner: the aim is 60 a second, 95 of 100 within 300 ms; and the same from eight tabs. */
export async function benchLessons(system: BenchSystem): Promise<void> {
  const server = await system.server()
  const [person] = await server.newPeople(1)
  if (!person) throw new Error('There is no learner')
  const stream = await openEvents(server, person)
  const { seconds } = system.options
  const lessons = openPages(server, person, { path: LESSON, browsers: 20 })
  const landings = openPages(server, person, { path: '/', browsers: TABS })
  const tabs = { seconds, atOnce: TABS }
  const loads = [
    [`lesson page, ${PER_SECOND} a second`, () => atRate(lessons, { seconds, perSecond: PER_SECOND })],
    [`${TABS} tabs, each opening a lesson page again and again`, () => atMost(lessons, tabs)],
    [`landing page, signed in, ${TABS} at once`, () => atMost(landings, tabs)],
  ] as const
  // As on a server that has run for a while: the first hundreds of pages cost twice as much.
  await atMost(lessons, { seconds: 10, atOnce: 4 })
  const lines: string[][] = []
  for (const [name, load] of loads) {
    const before = processorTime(server)
    const { perSecond, ms, others } = await load()
    const after = processorTime(server)
    lines.push([
      name,
      number(perSecond),
      ...[0.5, 0.95, 0.99].map((share) => inMs(quantile(ms, share))),
      inMs((after.server - before.server) / ms.length),
      inMs((after.postgres - before.postgres) / ms.length),
      String(others),
    ])
  }
  stream.close()
  say('\nPages of a learner on the production server\n')
  const times = ['server, a page', 'PostgreSQL, a page']
  say(table(['load', 'a second', 'p50', 'p95', 'p99', ...times, 'other answers'], lines))
}
