import type { Olap } from '@freeor/clickhouse/olap'
import type { Clock } from '@freeor/kernel/clock'
import type { Tx } from '@freeor/postgres/database'
import { z } from 'zod'
import { phoneColumns, prepareMarks } from '../do-not-call/prepare-marks.ts'
import { findEdition } from '../do-not-call/queries.ts'
import { registryAge } from '../do-not-call/registry-age.ts'
import { isMarkedIn, markedParams } from '../do-not-call/registry-tables.ts'
import type { Statement } from '../ownership/owned-leads.ts'
import type { Column } from '../schema.ts'
import type { DownloadDeps, DownloadSource } from './ports.ts'
import type { DownloadQuote } from './schema.ts'

type Deps = {
  readonly db: Tx
  readonly olap: Olap
  readonly clock: Clock
  readonly search: Pick<DownloadDeps['search'], 'statements'>
}

type Asked = {
  readonly source: DownloadSource
  /** The columns of the file. */
  readonly columns: readonly Column[]
  /** The file's leads, as columns `lead_id` and `row`. */
  readonly taken: Statement
}

export type DoNotCallCount = {
  readonly edition: number
  readonly warning: NonNullable<DownloadQuote['doNotCall']>
}

const leadCount = z.strictObject({ leads: z.coerce.number().int().nonnegative() })
const caps = { seconds: 10, bytes: 1 << 30 }

/**
 * How many rows of a file have a number on the do-not-call registry, in the columns that the file has. undefined without
 * a registry, and for a file without telephone numbers.
 */
export async function countDoNotCall(
  { db, olap, clock, search }: Deps,
  { source, columns, taken }: Asked,
): Promise<DoNotCallCount | undefined> {
  const phones = phoneColumns(columns)
  const edition = phones.length === 0 ? undefined : await findEdition(db)
  if (!edition) return undefined
  const { datasetNo, rowsVersion: version } = source
  const marks = await prepareMarks(olap, { datasetNo, version, columns: source.columns }, edition.edition)
  const statement = {
    sql: `SELECT count() AS leads FROM (${taken.sql}) WHERE ${isMarkedIn(marks)}`,
    params: { ...taken.params, ...markedParams(phones) },
  }
  const [row] = await search.statements.run(
    {},
    async () => await olap.ask({ ...statement, row: leadCount, caps }),
  )
  const { obtainedAt } = edition
  const { isOld } = registryAge(obtainedAt, clock.now())
  return {
    edition: edition.edition,
    warning: { leads: row?.leads ?? 0, obtainedAt: obtainedAt.toISOString(), isOld },
  }
}
