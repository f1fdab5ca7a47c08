import { createHash } from 'node:crypto'
import { sumDebits } from '@freeor/credits/ledger'
import { listRefunded } from '@freeor/credits/reservations/queries'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { listOpenJobs } from '@freeor/postgres/job-queues'
import type { FileStore, StoredFile } from '@freeor/storage/ports'
import { eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { checkOwned } from '../../ownership/check-owned.ts'
import { type DownloadDeps, downloadQueue } from '../ports.ts'
import { type DownloadRow, downloads } from '../tables.ts'

/** Files below `downloads/` that no download owns and that are older than `ageMs`. */
export async function listOrphanFiles(
  { db, files, clock }: Pick<DownloadDeps, 'db' | 'files' | 'clock'>,
  ageMs: number,
): Promise<StoredFile[]> {
  const oldest = clock.now().getTime() - ageMs
  const orphans: StoredFile[] = []
  for await (const file of files.list('downloads/')) {
    if (file.modifiedAt.getTime() >= oldest || isOfOthers(file.key)) continue
    if (!(await isWanted(db, file.key))) orphans.push(file)
  }
  return orphans
}

/** Files that are handed out by others of the product: `{random}-{name}`, which no download's file is called. */
const isOfOthers = (key: string): boolean => /^downloads\/[^/]+\/[a-z2-7]{16}-[^/]+$/.test(key)

/** The file of a ready download, or of one in progress, whose attempt may be about to settle. */
async function isWanted(db: Tx, key: string): Promise<boolean> {
  const id = /\/(dl_[0-9a-z]+)-\d+\.[a-z]+$/.exec(key)?.[1]
  if (id === undefined) return false
  const [row] = await db.select().from(downloads).where(eq(downloads.id, id))
  if (!row) return false
  if (row.withdrawnAt !== null) return false
  return row.state === 'ready' ? row.fileKey === key : row.state !== 'failed'
}

const jobData = z.object({ downloadId: z.string() })

/** Downloads in progress without a job: nobody would ever write their files. */
export async function listIdleDownloads(db: Tx): Promise<string[]> {
  // Read before the jobs: a download and its job are made in one transaction.
  const rows = await db
    .select({ id: downloads.id })
    .from(downloads)
    .where(inArray(downloads.state, ['reserved', 'writing']))
  if (rows.length === 0) return []
  const jobs = z.array(jobData).parse(await listOpenJobs(db, downloadQueue))
  const busy = new Set(jobs.map(({ downloadId }) => downloadId))
  return rows.map(({ id }) => id).filter((id) => !busy.has(id))
}

export type DownloadInvariant = 'I2' | 'I3' | 'I6' | 'I12'
export type DownloadViolation = {
  readonly invariant: DownloadInvariant
  readonly id: string
  readonly detail: string
}

const HOUR_MS = 60 * 60 * 1000

/**
 * Everything about downloads that breaks a rule; empty when all is well. For `doctor` and after every fault.
 * I2: a ready file has one debit, of its new rows, and is there, whole; all debits together are the leads owned. I3: no
 * debit without a ready file or its refund. I6: every ready file can be read. I12: no orphan file older than an hour,
 * no file that nobody will ever write.
 */
export async function checkDownloads(
  deps: Pick<DownloadDeps, 'db' | 'files' | 'olap' | 'clock'>,
): Promise<DownloadViolation[]> {
  const { db, files, olap } = deps
  const debits = await sumDebits(db, 'leads')
  const rows = await db.select().from(downloads)
  const ready = rows.filter(({ state }) => state === 'ready')
  const violations: DownloadViolation[] = []
  for (const row of ready) {
    violations.push(...checkDebit(row, debits.get(row.id) ?? 0), ...(await checkFile(files, row)))
  }
  const settled = await listRefunded(db, 'leads')
  for (const { id } of ready) settled.add(id)
  for (const [id, amount] of debits) {
    if (!settled.has(id)) violations.push({ invariant: 'I3', id, detail: `${amount} debited, no ready file` })
  }
  violations.push(...(await checkOwned({ db, olap })))
  for (const id of await listIdleDownloads(db)) {
    violations.push({ invariant: 'I12', id, detail: 'is in progress but has no job' })
  }
  for (const { key } of await listOrphanFiles(deps, HOUR_MS)) {
    violations.push({ invariant: 'I12', id: key, detail: 'belongs to no download' })
  }
  return violations
}

function checkDebit({ id, newLeads }: DownloadRow, debited: number): DownloadViolation[] {
  if (debited === newLeads) return []
  return [{ invariant: 'I2', id, detail: `${newLeads} new leads, ${debited} debited` }]
}

async function checkFile(files: FileStore, row: DownloadRow): Promise<DownloadViolation[]> {
  const { id, fileKey, bytes, sha256, withdrawnAt } = row
  if (withdrawnAt !== null) return []
  try {
    const hash = createHash('sha256')
    let read = 0
    for await (const chunk of await files.read(fileKey ?? '')) {
      hash.update(chunk)
      read += chunk.length
    }
    if (read !== bytes) return [{ invariant: 'I2', id, detail: `${read} bytes of ${bytes}` }]
    if (hash.digest('hex') !== sha256) return [{ invariant: 'I2', id, detail: 'its SHA-256 differs' }]
    return []
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 'not_found'
    if (isMissing) return [{ invariant: 'I2', id, detail: 'its file is not there' }]
    return [{ invariant: 'I6', id, detail: `cannot be read: ${String(error)}` }]
  }
}
