import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { Olap } from '@freeor/clickhouse/olap'
import { offeredQuote } from '@freeor/leads/downloads/schema'
import { type SuppressionList, suppressionList } from '@freeor/leads/suppression/schema'
import { printMemory } from './import.ts'
import { tableWith } from './matching.ts'
import { watchMemory } from './memory.ts'
import { joinEngine } from './server/engine.ts'
import { readJson } from './server/http.ts'
import { DICTIONARY } from './server/import-leads.ts'
import type { Person } from './server/server.ts'
import { measure, median, quantile, timed } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { inMs, note, number, say, table } from './table.ts'

const ENTRIES = 5_000_000

/** A suppression list of five million hashes: reading it, applying it, and what quotes cost then. */
export async function benchSuppression(system: BenchSystem): Promise<void> {
  await system.leads()
  const server = await system.server()
  const olap = await joinEngine(server)
  const [person] = await server.newPeople(1)
  if (!person) throw new Error('Nobody signed up')
  const stop = watchMemory(server.processes())
  try {
    const before = await quotes(person, system.options.runs)
    note(`Making a list of ${ENTRIES.toLocaleString('en-US')} hashes ...`)
    const file = await listOfHashes(olap)
    note('Reading it ...')
    const read = await timed(async () => await bring(person, file))
    note('Applying it ...')
    const applied = await timed(async () => await apply(person, read.value))
    // The first quote finds the leads that it means.
    const first = await timed(async () => await quote(person, {}))
    const after = await quotes(person, system.options.runs)
    const { entries } = applied.value
    const count = entries.reduce((sum, one) => sum + one.count, 0)
    say(
      `\nA suppression list of ${count.toLocaleString('en-US')} SHA-256, ${(file.length / 1e6).toFixed(0)} MB, against ${system.options.rows.toLocaleString('en-US')} leads, of which it means ${first.value.listed.toLocaleString('en-US')}\n`,
    )
    say(
      table(
        ['', 'seconds'],
        [
          ['reading the list, and finding its profile', number(read.ms / 1000)],
          ['applying it', number(applied.ms / 1000)],
          ['the first quote afterwards', number(first.ms / 1000)],
        ],
      ),
    )
    say('\nQuotes, whole HTTP calls: median (p95)\n')
    say(
      table(
        ['', 'without the list', 'with it'],
        before.map(([name, ms], i) => [name, ms, after[i]?.[1] ?? '']),
      ),
    )
    printMemory(stop())
  } finally {
    stop()
    person.close()
    await olap.close()
  }
}

/** Half are the hashes of emails of the dataset, as far as it has so many; the others mean nobody. */
async function listOfHashes(olap: Olap): Promise<string> {
  const known = await olap.stream({
    sql: `SELECT lower(hex(SHA256(lower(c_email)))) FROM ${await tableWith(olap, 'c_contact_name')}
      WHERE c_email != '' ORDER BY sipHash64(lead_id) LIMIT ${ENTRIES / 2}`,
    pool: 'writer',
    format: 'TabSeparated',
    caps: { seconds: 120, bytes: 2 ** 32 },
  })
  const hashes = (await text(known)).split('\n').filter(Boolean)
  while (hashes.length < ENTRIES) hashes.push(randomBytes(32).toString('hex'))
  return hashes.join('\n')
}

const bring = async (person: Person, file: string) =>
  suppressionList.parse(readJson(await person.send('POST', '/api/suppression-lists?name=five+million', file)))

async function apply(person: Person, { id, profiles }: SuppressionList): Promise<SuppressionList> {
  const asked = { profiles: profiles.filter(({ proposed }) => proposed).map((profile) => profile.id) }
  return suppressionList.parse(
    readJson(await person.send('POST', `/api/suppression-lists/${id}/apply`, asked)),
  )
}

const quote = async (person: Person, search: object) =>
  offeredQuote.parse(
    readJson(await person.send('POST', '/api/downloads/quote', { dictId: DICTIONARY, ...search })),
  )

const searches = [
  ['a state', { dslFilter: 'state:TX' }],
  ['all leads', {}],
] as const

async function quotes(person: Person, runs: number): Promise<[name: string, times: string][]> {
  const lines: [string, string][] = []
  for (const [name, search] of searches) {
    const counted = async () => {
      const { rows, matches, listed } = await quote(person, search)
      return { rows, matches, listed }
    }
    const { ms } = await measure(counted, { warmUps: 2, runs, atMostMs: 20_000 })
    lines.push([name, `${inMs(median(ms))} (${inMs(quantile(ms, 0.95))})`])
  }
  return lines
}
