import type { Olap } from '@freeor/clickhouse/olap'
import { z } from 'zod'
import { leadTable } from '../dictionaries/lead-table.ts'
import type { Column } from '../schema.ts'
import { formNo, isMeant, type Profile, profiles } from './profiles.ts'
import type { EntryForm, ProfileHits } from './schema.ts'
import { keysOfForm, suppressedLeadsTable, suppressedVersionsTable } from './suppressed-leads.ts'

/** A version whose leads are compared with lists. */
export type MatchedVersion = {
  readonly datasetNo: number
  readonly version: number
  readonly columns: readonly Column[]
}

/** Five million keys take some 260 MB as a set; ten million leads are hashed in seconds. */
const caps = { seconds: 300, bytes: 2 ** 31 }

const countsRow = z.record(z.string(), z.coerce.number())

/**
 * How many leads each profile of the list's forms means, over all versions given. One scan for each version: profiles of
 * a form share its set of keys.
 */
export async function countHits(
  olap: Olap,
  listId: string,
  { forms, versions }: { forms: readonly EntryForm[]; versions: readonly MatchedVersion[] },
): Promise<ProfileHits[]> {
  const asked = profiles.filter(({ form }) => forms.includes(form))
  const sums = new Map(asked.map(({ id }) => [id, 0]))
  for (const version of versions)
    for (const [id, leads] of await countIn(olap, listId, { asked, version }))
      sums.set(id, (sums.get(id) ?? 0) + leads)
  return proposed(asked, sums)
}

async function countIn(
  olap: Olap,
  listId: string,
  { asked, version }: { asked: readonly Profile[]; version: MatchedVersion },
): Promise<[id: string, leads: number][]> {
  const conditions = asked.flatMap((profile) => {
    const condition = isMeant(profile, version.columns, keysOfForm(formNo(profile.form)))
    return condition === undefined ? [] : [{ id: profile.id, condition }]
  })
  if (conditions.length === 0) return []
  const counts = conditions.map(({ condition }, i) => `countIf(${condition}) AS n${i}`)
  const [row] = await olap.ask({
    sql: `SELECT ${counts.join(', ')} FROM ${leadTable(version.datasetNo, version.version)}`,
    params: { supList: listId },
    pool: 'writer',
    row: countsRow,
    caps,
  })
  return conditions.map(({ id }, i) => [id, row?.[`n${i}`] ?? 0])
}

/** The first of those that find most, in each form and kind. */
function proposed(asked: readonly Profile[], sums: ReadonlyMap<string, number>): ProfileHits[] {
  const best = new Map<string, { id: string; leads: number }>()
  for (const { id, form, kind } of asked) {
    const leads = sums.get(id) ?? 0
    if (leads > (best.get(`${form} ${kind}`)?.leads ?? 0)) best.set(`${form} ${kind}`, { id, leads })
  }
  return asked.map(({ id, form, kind }) => ({
    id,
    form,
    kind,
    leads: sums.get(id) ?? 0,
    proposed: best.get(`${form} ${kind}`)?.id === id,
  }))
}

export type AppliedList = { readonly id: string; readonly appliedBy: readonly string[] }

/**
 * Stores which leads of a version an applied list means. Doing it twice at the same time does no harm: it is a set.
 * @returns how many
 */
export async function storeSuppressed(
  olap: Olap,
  list: AppliedList,
  { datasetNo, version, columns }: MatchedVersion,
): Promise<number> {
  const conditions = profiles
    .filter(({ id }) => list.appliedBy.includes(id))
    .flatMap((profile) => isMeant(profile, columns, keysOfForm(formNo(profile.form))) ?? [])
  const params = { supList: list.id, supDataset: datasetNo, supVersion: version }
  const of =
    'list_id = {supList:String} AND dataset_no = {supDataset:UInt32} AND version = {supVersion:UInt32}'
  if (conditions.length > 0)
    await olap.write(
      `INSERT INTO ${suppressedLeadsTable} (list_id, dataset_no, version, lead_id)
        SELECT {supList:String}, {supDataset:UInt32}, {supVersion:UInt32}, lead_id
        FROM ${leadTable(datasetNo, version)} WHERE ${conditions.join(' OR ')}`,
      params,
    )
  await olap.write(
    `INSERT INTO ${suppressedVersionsTable} (list_id, dataset_no, version, leads)
      SELECT {supList:String}, {supDataset:UInt32}, {supVersion:UInt32},
        (SELECT uniqExact(lead_id) FROM ${suppressedLeadsTable} WHERE ${of})`,
    params,
  )
  return (await findStored(olap, list.id, { datasetNo, version })) ?? 0
}

const leadsRow = z.object({ leads: z.coerce.number() })

/** How many leads of a version a list means; undefined when that is not stored yet. */
export async function findStored(
  olap: Olap,
  listId: string,
  { datasetNo, version }: Pick<MatchedVersion, 'datasetNo' | 'version'>,
): Promise<number | undefined> {
  const [row] = await olap.ask({
    sql: `SELECT max(leads) AS leads FROM ${suppressedVersionsTable} WHERE list_id = {supList:String}
      AND dataset_no = {supDataset:UInt32} AND version = {supVersion:UInt32} HAVING count() > 0`,
    params: { supList: listId, supDataset: datasetNo, supVersion: version },
    row: leadsRow,
  })
  return row?.leads
}
