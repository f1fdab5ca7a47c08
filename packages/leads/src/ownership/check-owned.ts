import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { downloads } from '../downloads/tables.ts'
import { prepareOwnership } from './commands.ts'
import {
  frozenLeadsTable,
  idRanges,
  isInRange,
  type OwnedOf,
  ownedParams,
  ownedRows,
  rangeParams,
} from './owned-leads.ts'
import type { OwnershipDeps } from './ports.ts'
import { findAgreed, listReadyFiles } from './queries.ts'

export type OwnedViolation = { readonly invariant: 'I2'; readonly id: string; readonly detail: string }

type Owner = OwnedOf & { readonly files: number; readonly leads: number }

/**
 * Every violation of the rules about owned leads: a lead was paid once, or came free
 * with its business; not twice and not never. The ready files of a
 * company and dataset are numbered without a gap and say how many leads are owned; the engine has that many. Of a file
 * that the engine has not taken in yet, which the next reader does, the frozen leads are there.
 */
export async function checkOwned(deps: OwnershipDeps): Promise<OwnedViolation[]> {
  const owners = await listOwners(deps)
  if (owners.length === 0) return []
  await prepareOwnership(deps.olap)
  const violations = await checkNumbers(deps)
  for (const owner of owners) violations.push(...(await checkOwner(deps, owner)))
  return violations
}

async function listOwners({ db }: OwnershipDeps): Promise<Owner[]> {
  const { rows } = await db.execute<Owner>(sql`
    SELECT company_id AS "companyId", dataset_no AS "datasetNo", count(*)::int AS files, sum(new_leads + same_leads)::int AS leads
    FROM ${downloads} WHERE state = 'ready' GROUP BY company_id, dataset_no`)
  return rows
}

async function checkNumbers({ db }: OwnershipDeps): Promise<OwnedViolation[]> {
  const { rows } = await db.execute<{ id: string; number: number; leads: number }>(sql`
    SELECT id, number, leads FROM (
      SELECT id, ready_no, owned_leads, row_number() OVER files AS number, sum(new_leads + same_leads) OVER files AS leads
      FROM ${downloads} WHERE state = 'ready'
      WINDOW files AS (PARTITION BY company_id, dataset_no ORDER BY ready_no)) AS numbered
    WHERE ready_no <> number OR owned_leads <> leads`)
  return rows.map(({ id, number, leads }) => ({
    invariant: 'I2',
    id,
    detail: `is file ${number} and brings the leads owned to ${leads}, its row says otherwise`,
  }))
}

const countRow = z.object({ leads: z.coerce.number().int() })
const caps = { seconds: 60 }

async function checkOwner(deps: OwnershipDeps, owner: Owner): Promise<OwnedViolation[]> {
  const { companyId: id, files, leads: brought } = owner
  const { agreed } = await findAgreed(deps, owner)
  const waiting = await checkFrozen(deps, owner, { after: agreed, upTo: files })
  const stored = await countStored(deps, owner, agreed)
  const expected = brought - waiting.leads
  const owned: OwnedViolation[] =
    stored === expected
      ? []
      : [
          {
            invariant: 'I2',
            id,
            detail: `${stored} leads owned, ${expected} debited or free`,
          },
        ]
  return [...waiting.violations, ...owned]
}

/** Does not rely on leads being stored once, which two processes at the same time may break. */
async function countStored({ olap }: OwnershipDeps, owner: Owner, readyNo: number): Promise<number> {
  let sum = 0
  for (const range of idRanges(owner.leads)) {
    const [row] = await olap.ask({
      sql: `SELECT uniqExact(lead_id) AS leads ${ownedRows} AND ${isInRange}`,
      params: { ...ownedParams({ ...owner, readyNo }), ...rangeParams(range) },
      row: countRow,
      caps,
    })
    sum += row?.leads ?? 0
  }
  return sum
}

/** Files that the engine has not taken in yet, and the leads that they brought. */
async function checkFrozen(
  { db, olap }: OwnershipDeps,
  owner: Owner,
  { after, upTo }: { after: number; upTo: number },
): Promise<{ violations: OwnedViolation[]; leads: number }> {
  const violations: OwnedViolation[] = []
  let leads = 0
  for (let at = after; at < upTo; ) {
    const files = await listReadyFiles(db, owner, { after: at, upTo })
    for (const { id, rows, broughtLeads } of files) {
      const [frozen] = await olap.ask({
        sql: `SELECT count() AS leads FROM ${frozenLeadsTable} WHERE download_id = {id:String}`,
        params: { id },
        row: countRow,
      })
      leads += broughtLeads
      if (frozen?.leads !== rows)
        violations.push({ invariant: 'I2', id, detail: `of its ${rows} leads ${frozen?.leads} are known` })
    }
    const last = files.at(-1)
    if (!last) break
    at = last.readyNo
  }
  return { violations, leads }
}
