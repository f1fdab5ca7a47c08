import type { Olap } from '@freeor/clickhouse/olap'
import { z } from 'zod'
import { areaCodeSql, changesTable, numbersTable } from './registry-tables.ts'
import type { DoNotCallEdition } from './tables.ts'

const caps = { seconds: 600, bytes: 2 ** 31 }

/**
 * Makes an edition of another one and a list of changes. Of a number that changed several times the last line counts.
 */
export async function takeChanges(
  olap: Olap,
  { base, edition }: { readonly base: number; readonly edition: number },
): Promise<void> {
  await olap.write(
    `INSERT INTO ${numbersTable} (edition, number) SELECT {edition:UInt32}, number FROM ${numbersTable}
      WHERE edition = {base:UInt32}
        AND number NOT IN (SELECT number FROM ${changesTable} WHERE edition = {edition:UInt32})`,
    { base, edition },
  )
  await olap.write(
    `INSERT INTO ${numbersTable} (edition, number) SELECT {edition:UInt32}, number FROM ${changesTable}
      WHERE edition = {edition:UInt32} GROUP BY number HAVING argMax(is_added, line) = 1`,
    { edition },
  )
}

const areaRow = z.object({ code: z.coerce.number(), numbers: z.coerce.number() })
const sumRow = z.object({ sum: z.coerce.number() })

type Counts = Pick<DoNotCallEdition, 'numbers' | 'added' | 'removed' | 'areaCodes'>

/** What an edition has, and what of it is not in its base. Numbers are read in their order, so it takes no memory. */
export async function countEdition(
  olap: Olap,
  { edition, base }: Pick<DoNotCallEdition, 'edition' | 'base'>,
): Promise<Counts> {
  const areas = await olap.ask({
    sql: `SELECT ${areaCodeSql('number')} AS code, count() AS numbers FROM
        (SELECT number FROM ${numbersTable} WHERE edition = {edition:UInt32} GROUP BY number)
      GROUP BY code ORDER BY code SETTINGS optimize_aggregation_in_order = 1`,
    params: { edition },
    pool: 'writer',
    row: areaRow,
    caps,
  })
  const numbers = areas.reduce((sum, area) => sum + area.numbers, 0)
  const counted = { numbers, areaCodes: areas.map(({ code }) => code) }
  if (base === null) return { ...counted, added: 0, removed: 0 }
  const changed = async (from: number, lacking: number) => {
    const [row] = await olap.ask({
      sql: `SELECT uniqExact(number) AS sum FROM ${changesTable} WHERE edition = {edition:UInt32}
        AND number IN (SELECT number FROM ${numbersTable} WHERE edition = {from:UInt32}
          AND number IN (SELECT number FROM ${changesTable} WHERE edition = {edition:UInt32}))
        AND number NOT IN (SELECT number FROM ${numbersTable} WHERE edition = {lacking:UInt32}
          AND number IN (SELECT number FROM ${changesTable} WHERE edition = {edition:UInt32}))`,
      params: { edition, from, lacking },
      pool: 'writer',
      row: sumRow,
      caps,
    })
    return row?.sum ?? 0
  }
  return { ...counted, added: await changed(edition, base), removed: await changed(base, edition) }
}
