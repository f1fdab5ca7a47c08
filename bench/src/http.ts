import { watchHealth } from './health.ts'
import { type Load, loginsInFlood, type Site, signingIn } from './logins.ts'
import { searching } from './people.ts'
import { shoot } from './shoot.ts'
import { quantile } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { inMs, note, number, say, table } from './table.ts'

const PEOPLE = 20

/** The loads for both sites, on one machine with the bench itself; the health call is made during each. */
export async function benchHttp(system: BenchSystem): Promise<void> {
  const server = await system.server()
  const { seconds } = system.options
  const people = await server.newPeople(PEOPLE)
  const leads: Site = { name: 'Leads', url: server.leadsUrl, people, seconds }
  const courses: Site = { name: 'Courses', url: server.coursesUrl, people, seconds }
  const loads: (() => Promise<Load>)[] = [
    ...[leads, courses].flatMap((site) => [
      async () => await reads(site),
      async () => await pages(site),
      async () => await signingIn(site),
      async () => await loginsInFlood(site, 'known'),
      async () => await loginsInFlood(site, 'new'),
    ]),
    async () => await billingPages(leads),
    async () => await searching(system, people),
  ]
  const lines: string[][] = []
  for (const load of loads) {
    const health = watchHealth(server)
    const { name, perSecond, ms, other } = await load()
    const { own, site } = await health()
    note(`  ${name}: done`)
    lines.push([
      name,
      number(perSecond),
      ...[0.5, 0.95, 0.99].map((share) => inMs(quantile(ms, share))),
      other,
      inMs(quantile(own, 0.99)),
      inMs(Math.max(...own)),
      inMs(quantile(site, 0.99)),
    ])
  }
  say('\nLoad on the production server, the bench on the same machine\n')
  say(
    table(
      ['load', 'a second', 'p50', 'p95', 'p99', 'other answers', 'health p99', 'health max', 'at a site p99'],
      lines,
    ),
  )
}

const reads = async ({ name, url, people: [person], seconds }: Site): Promise<Load> =>
  await shoot({
    name: `${name}: session checks (GET /api/me, signed in), 50 connections`,
    url: `${url}/api/me`,
    seconds,
    connections: 50,
    headers: { cookie: person?.cookie ?? '' },
  })

const pages = async ({ name, url, seconds }: Site): Promise<Load> =>
  await shoot({
    name: `${name}: landing pages, 20 connections`,
    url: `${url}/`,
    seconds,
    connections: 20,
    headers: { 'accept-encoding': 'gzip' },
  })

const billingPages = async ({ name, url, people: [person], seconds }: Site): Promise<Load> =>
  await shoot({
    name: `${name}: billing pages (/settings/billing, signed in), 10 connections`,
    url: `${url}/settings/billing`,
    seconds,
    connections: 10,
    headers: { cookie: person?.cookie ?? '', accept: 'text/html', 'accept-encoding': 'gzip' },
  })
