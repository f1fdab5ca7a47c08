import { savedSearch } from '@freeor/leads/saved-searches/schema'
import { shareLinkWithAddress } from '@freeor/leads/shares/schema'
import { atMost, atRate, type Click } from './load.ts'
import { openVisitor, readJson } from './server/http.ts'
import { DICTIONARY } from './server/import-leads.ts'
import type { Person, ProductionServer } from './server/server.ts'
import { quantile } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { inMs, number, say, table } from './table.ts'

const PER_SECOND = 30
const BROWSERS = 20

/** The page of a shared search, opened by strangers: at an even rate, and as fast as eight can. */
export async function benchShare(system: BenchSystem): Promise<void> {
  await system.leads()
  const server = await system.server()
  const [person] = await server.newPeople(1)
  if (!person) throw new Error('Nobody signed up')
  const { seconds } = system.options
  const lines: string[][] = []
  try {
    for (const [name, dslFilter] of [
      ['a city', 'city:"Houston, TX"'],
      ['a state', 'state:TX'],
      ['five states', 'state:CA,FL,IL,NY,TX'],
    ] as const) {
      const opened = strangers(server, await share(person, dslFilter))
      await atMost(opened, { seconds: 3, atOnce: 4 })
      const even = await atRate(opened, { seconds, perSecond: PER_SECOND })
      const fast = await atMost(opened, { seconds, atOnce: 8 })
      for (const [how, load] of [
        [`${PER_SECOND} a second`, even],
        ['8 at once', fast],
      ] as const)
        lines.push([
          `${name}, ${how}`,
          number(load.perSecond),
          ...[0.5, 0.95, 0.99].map((rank) => inMs(quantile(load.ms, rank))),
          load.others === 0 ? '' : String(load.others),
        ])
    }
  } finally {
    person.close()
  }
  say(
    `\nThe page of a shared search, ${system.options.rows.toLocaleString('en-US')} leads, opened by strangers\n`,
  )
  say(table(['search', 'a second', 'p50', 'p95', 'p99', 'other answers'], lines))
}

/** A link to a search of the person: its path with its query. */
async function share(person: Person, dslFilter: string): Promise<string> {
  const body = { dictId: DICTIONARY, searchName: 'Shared', dslFilter }
  const { id } = savedSearch.parse(readJson(await person.send('POST', '/api/saved-searches', body)))
  const link = { kind: 'savedSearch', id }
  const { address } = shareLinkWithAddress.parse(
    readJson(await person.send('POST', '/api/share-links', link)),
  )
  const { pathname, search } = new URL(address)
  return `${pathname}${search}`
}

/** Browsers of strangers, each at an address of its own. */
function strangers({ leadsUrl }: ProductionServer, path: string): Click[] {
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip' }
  return Array.from({ length: BROWSERS }, () => {
    const browser = openVisitor(leadsUrl)
    return async () => (await browser.send('GET', path, undefined, headers)).status
  })
}
