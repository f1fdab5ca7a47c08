import { openEvents } from './events.ts'
import { descendants, processorSeconds } from './memory.ts'
import type { ProductionServer } from './server/server.ts'
import { type Shot, shoot } from './shoot.ts'
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

/** The page of a lesson for a learner: the aim is 60 a second, 95 of 100 within 300 ms; and the same from eight tabs. */
export async function benchLessons(system: BenchSystem): Promise<void> {
  const server = await system.server()
  const [person] = await server.newPeople(1)
  if (!person) throw new Error('There is no learner')
  const stream = await openEvents(server, person)
  const { seconds } = system.options
  const headers = { cookie: person.cookie, accept: 'text/html', 'accept-encoding': 'gzip' }
  const shot: Shot = { name: '', url: `${server.coursesUrl}${LESSON}`, seconds, connections: 20, headers }
  const loads: readonly Shot[] = [
    { ...shot, name: `lesson page, ${PER_SECOND} a second`, overallRate: PER_SECOND },
    { ...shot, name: `${TABS} tabs, each opening a lesson page again and again`, connections: TABS },
    { ...shot, name: 'landing page, signed in, 8 at once', url: `${server.coursesUrl}/`, connections: TABS },
  ]
  await shoot({ ...shot, seconds: 2, connections: 4 })
  const lines: string[][] = []
  for (const load of loads) {
    const before = processorTime(server)
    const { name, perSecond, ms, other } = await shoot(load)
    const after = processorTime(server)
    lines.push([
      name,
      number(perSecond),
      ...[0.5, 0.95, 0.99].map((share) => inMs(quantile(ms, share))),
      inMs((after.server - before.server) / ms.length),
      inMs((after.postgres - before.postgres) / ms.length),
      other,
    ])
  }
  stream.close()
  say('\nPages of a learner on the production server\n')
  const times = ['server, a page', 'PostgreSQL, a page']
  say(table(['load', 'a second', 'p50', 'p95', 'p99', ...times, 'other answers'], lines))
}
