import type { Olap } from '@freeor/clickhouse/olap'
import { onceAnEngine } from '@freeor/clickhouse/once-an-engine'
import { Cache, cachePerOwner } from '@freeor/kernel/cache'
import { openLimiter } from '@freeor/kernel/limiter'
import type { CompanyScope } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { leadsCaches, leadsLimits } from '../limits.ts'
import { type LeadNotes, leadNotesTable } from '../query/lead-notes.ts'
import { leadNoteLimits } from './limits.ts'
import { leadNoteChanges, leadNotes } from './tables.ts'

/** Makes the engine's table of statuses and notes, once a process. */
export const prepareLeadNotesTable = onceAnEngine(async (olap) => {
  await olap.write(`CREATE TABLE IF NOT EXISTS ${leadNotesTable} (company_id String, dataset_no UInt32,
    lead_id UInt64, revision UInt32, status LowCardinality(String), note String, copied_at DateTime('UTC') DEFAULT now())
    ENGINE = MergeTree ORDER BY (company_id, dataset_no, lead_id, revision)`)
})

/** The change up to which each company's are known to be in an engine. */
const knownOf = cachePerOwner<Olap, number, []>(() => new Cache<number>(leadsCaches.leadNotes))
const copying = openLimiter(leadsLimits.leadNoteCopies)

type Deps = { readonly db: Tx; readonly olap: Olap }

/** What the company says of leads of a dataset, now; the engine has it from now on. */
export async function prepareLeadNotes(
  { db, olap }: Deps,
  { companyId }: Pick<CompanyScope, 'companyId'>,
  datasetNo: number,
): Promise<LeadNotes> {
  await prepareLeadNotesTable(olap)
  const isTheirs = and(eq(leadNoteChanges.companyId, companyId), eq(leadNoteChanges.datasetNo, datasetNo))
  const [changes] = await db.select().from(leadNoteChanges).where(isTheirs)
  const notes = { companyId, datasetNo, revision: changes?.revision ?? 0 }
  const known = knownOf(olap)
  const key = `${companyId}/${datasetNo}`
  const isKnown = () => (known.get(key) ?? 0) >= notes.revision
  if (isKnown()) return notes
  await copying.run({ key }, async () => {
    if (isKnown()) return
    await copyNotes({ db, olap }, notes)
    known.set(key, notes.revision)
  })
  return notes
}

const maxRow = z.object({ revision: z.coerce.number() })

/**
 * Copies what was written since the last copy, in the order of the changes: whatever is cut off, what is there has no
 * gap. Of a lead that changed several times, the last change is enough. Two processes may copy the same rows.
 */
async function copyNotes({ db, olap }: Deps, { companyId, datasetNo, revision }: LeadNotes): Promise<void> {
  const [copied] = await olap.ask({
    sql: `SELECT max(revision) AS revision FROM ${leadNotesTable}
      WHERE company_id = {company:String} AND dataset_no = {dataset:UInt32}`,
    params: { company: companyId, dataset: datasetNo },
    row: maxRow,
  })
  for (let after = copied?.revision ?? 0; after < revision; ) {
    const rows = await db
      .select()
      .from(leadNotes)
      .where(
        and(
          eq(leadNotes.companyId, companyId),
          eq(leadNotes.datasetNo, datasetNo),
          gt(leadNotes.revision, after),
        ),
      )
      .orderBy(asc(leadNotes.revision))
      .limit(leadNoteLimits.copiedAtOnce)
    const last = rows.at(-1)
    if (!last) return
    const lines = rows.map((row) =>
      JSON.stringify({
        ...{ company_id: companyId, dataset_no: datasetNo, lead_id: row.leadId, revision: row.revision },
        ...{ status: row.status ?? '', note: row.note },
      }),
    )
    await olap.insert({
      sql: `INSERT INTO ${leadNotesTable} (company_id, dataset_no, lead_id, revision, status, note)
        SELECT company_id, dataset_no, lead_id, revision, status, note FROM input('company_id String,
          dataset_no UInt32, lead_id UInt64, revision UInt32, status String, note String')`,
      format: 'JSONEachRow',
      body: (async function* () {
        yield Buffer.from(lines.join('\n'))
      })(),
    })
    after = last.revision
  }
}
