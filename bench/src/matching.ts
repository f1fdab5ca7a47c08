import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Olap } from '@freeor/clickhouse/olap'
import { ownList, ownListMatch } from '@freeor/leads/own-lists/schema'
import { ownListMatchesTable } from '@freeor/leads/query/own-lists'
import { z } from 'zod'
import { labelledList } from './rows/labelled-list.ts'
import { joinEngine } from './server/engine.ts'
import { readJson } from './server/http.ts'
import { DICTIONARY } from './server/import-leads.ts'
import type { Person } from './server/server.ts'
import { timed } from './stopwatch.ts'
import type { BenchSystem } from './system.ts'
import { note, number, say, table } from './table.ts'

const BUSINESSES = 10_000
const SEED = 20261123
const LISTED = 100_000

/**
 * Lists of companies' own: how many rows of a labelled list are matched, and rightly so; then how long a list takes
 * against as many leads as `--rows` says.
 */
export async function benchMatching(system: BenchSystem): Promise<void> {
  const server = await system.server()
  const olap = await joinEngine(server)
  const [person] = await server.newPeople(1)
  if (!person) throw new Error('Nobody signed up')
  try {
    await measureQuality(system, person, olap)
    await measureTime(system, person, olap)
  } finally {
    person.close()
    await olap.close()
  }
}

const bring = async (person: Person, list: string) =>
  ownList.parse(readJson(await person.send('POST', '/api/own-lists?name=labelled', list)))

const match = async (person: Person, id: string, dictId: string) =>
  ownListMatch.parse(readJson(await person.send('POST', `/api/own-lists/${id}/match`, { dictId })))

const share = (value: number): string => `${(100 * value).toFixed(1)} %`

const matchRow = z.object({ row: z.coerce.number(), id: z.string() })

async function measureQuality(system: BenchSystem, person: Person, olap: Olap): Promise<void> {
  const server = await system.server()
  const { leads, list, rows } = labelledList(SEED, BUSINESSES)
  const path = join(server.dataDir, 'labelled.csv')
  await writeFile(path, leads)
  await server.freeor(['import', path, '--dictionary', 'labelled', '--yes', '--json'], () => undefined)
  note(`Matching ${rows.length.toLocaleString('en-US')} labelled rows ...`)
  const { id } = await bring(person, list)
  await match(person, id, 'labelled')
  const found = await olap.ask({
    sql: `SELECT matched.row AS row, lead.c_business_id AS id FROM ${ownListMatchesTable} AS matched
      INNER JOIN (SELECT lead_id, c_business_id FROM ${await tableWith(olap, 'c_business_id')}) AS lead USING lead_id
      WHERE matched.is_clear = 1 AND startsWith(matched.match_key, {id:String})`,
    params: { id },
    pool: 'writer',
    row: matchRow,
  })
  const byRow = new Map(found.map((one) => [one.row, one.id]))
  const kinds = new Map<string, { rows: number; known: number; found: number; right: number }>()
  for (const [i, { kind, truth }] of rows.entries()) {
    const sum = kinds.get(kind) ?? { rows: 0, known: 0, found: 0, right: 0 }
    const is = byRow.get(i + 1)
    kinds.set(kind, {
      rows: sum.rows + 1,
      known: sum.known + (truth === null ? 0 : 1),
      found: sum.found + (is === undefined ? 0 : 1),
      right: sum.right + (is !== undefined && is === truth ? 1 : 0),
    })
  }
  say(
    `\nA list of ${rows.length.toLocaleString('en-US')} rows of which it is known which business they are\n`,
  )
  const sums = [...kinds.values()]
  const total = {
    rows: rows.length,
    known: sums.reduce((all, { known }) => all + known, 0),
    found: sums.reduce((all, { found: one }) => all + one, 0),
    right: sums.reduce((all, { right }) => all + right, 0),
  }
  say(
    table(
      ['rows', 'number', 'in the dataset', 'matched', 'precision', 'recall'],
      [...kinds, ['all', total] as const].map(([kind, sum]) => [
        kind,
        String(sum.rows),
        String(sum.known),
        String(sum.found),
        sum.found === 0 ? '-' : share(sum.right / sum.found),
        sum.known === 0 ? '-' : share(sum.right / sum.known),
      ]),
    ),
  )
}

const textRow = z.object({ text: z.string() })

/** The newest table of leads that has a column. */
export async function tableWith(olap: Olap, column: string): Promise<string> {
  const [found] = await olap.ask({
    sql: `SELECT concat('freeor.', table) AS text FROM system.columns WHERE database = 'freeor' AND name = {column:String}
      AND match(table, '^leads_[0-9]+_v[0-9]+$') ORDER BY toUInt32(extract(table, '^leads_([0-9]+)')) DESC LIMIT 1`,
    params: { column },
    pool: 'writer',
    row: textRow,
  })
  if (!found) throw new Error(`No leads have ${column}`)
  return found.text
}

async function measureTime(system: BenchSystem, person: Person, olap: Olap): Promise<void> {
  await system.leads()
  const leads = await tableWith(olap, 'c_contact_name')
  const listed = await olap.ask({
    sql: `SELECT concat('"', c_company, '",', c_email, ',', c_phone, ',', p_zip) AS text FROM ${leads}
      ORDER BY sipHash64(row) LIMIT ${LISTED}`,
    pool: 'writer',
    row: textRow,
  })
  const file = `Company,Email,Phone,ZIP\n${listed.map(({ text }) => text).join('\n')}\n`
  const read = await timed(async () => await bring(person, file))
  note('Matching a list with all leads ...')
  const first = await timed(async () => await match(person, read.value.id, DICTIONARY))
  const again = await timed(async () => await match(person, read.value.id, DICTIONARY))
  say(
    `\nA list of ${listed.length.toLocaleString('en-US')} rows against ${system.options.rows.toLocaleString('en-US')} leads\n`,
  )
  say(
    table(
      ['', 'seconds'],
      [
        ['reading the list', number(read.ms / 1000)],
        ['the first match', number(first.ms / 1000)],
        ['the same again', number(again.ms / 1000)],
      ],
    ),
  )
  say(
    `\nmatched ${first.value.matched}, unclear ${first.value.unclear}, unmatched ${first.value.unmatched} of ${listed.length}`,
  )
}
