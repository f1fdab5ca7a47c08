import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import type { WrittenFile } from '@freeor/storage/ports'
import { and, eq, inArray } from 'drizzle-orm'
import { lockLeadCustomer } from '../../allowance/commands.ts'
import { settleReservation } from '../../allowance/reservations/commands.ts'
import { sendUseNotice } from '../../allowance/send-use-notice.ts'
import { type Businesses, readBusinesses } from '../../businesses/read-businesses.ts'
import { holdsOptOutState, readOptOutState } from '../../opt-outs/queries.ts'
import { requireOptOutsApplied } from '../../opt-outs/require-applied.ts'
import type { Ownership } from '../../ownership/owned-leads.ts'
import { readReadyNo } from '../../ownership/queries.ts'
import { readOwnership } from '../../ownership/read-ownership.ts'
import { tellWebhooks, type WebhookEvent } from '../../webhooks/events/commands.ts'
import { companyLimiter } from '../company-limiter.ts'
import type { DownloadDeps } from '../ports.ts'
import { countFrozen } from '../price-download.ts'
import { type DownloadRow, downloads } from '../tables.ts'

/** A file is written or waits for it. */
export const inFlight = inArray(downloads.state, ['reserved', 'writing'])

/** A file as its run wrote it. */
export type WrittenDownload = WrittenFile &
  Pick<DownloadRow, 'fileName' | 'parts' | 'filled'> & { readonly fileKey: string; readonly rows: number }

const SETTLE_TURNS = 20

/**
 * Debits exactly the leads that nobody in the company owns yet, each business once, and makes the file ready, in one transaction. The
 * credits of leads that another download of the company brought in meanwhile are given back: nobody pays twice for a
 * lead.
 * @returns whether this run made the file ready
 */
export async function settleDownload(
  deps: DownloadDeps,
  row: DownloadRow,
  written: WrittenDownload,
): Promise<boolean> {
  return await companyLimiter.run({ key: row.companyId }, async () => {
    for (let turn = 0; turn < SETTLE_TURNS; turn++) {
      await requireOptOutsApplied(deps.db)
      const { number } = await readOptOutState(deps.db)
      const ownership = await readOwnership(deps, row)
      const businesses = await readBusinesses(deps, row.datasetNo)
      const { fresh, same, rows } = await countFrozen(deps, row.id, { ownership, businesses })
      if (rows !== written.rows)
        throw new AppError('unavailable', `${row.id} has ${rows} frozen leads, its file ${written.rows}`)
      const settled = await deps.db.transaction(async (tx) => {
        await lockLeadCustomer(tx, row.companyId, row.userId)
        // While leads are being removed, the file may hold some of them: the next turn counts again.
        if (!(await holdsOptOutState(tx, number))) return undefined
        if ((await readReadyNo(tx, row)).readyNo !== ownership.readyNo) return undefined
        const isOwn = await settleLocked(deps, tx, {
          row,
          written,
          fresh,
          same,
          before: ownership,
          businesses,
        })
        return { isOwn }
      })
      if (settled) return settled.isOwn
    }
    throw new AppError('unavailable', 'Other downloads of the company keep finishing')
  })
}

type Settling = {
  readonly row: DownloadRow
  readonly written: WrittenDownload
  readonly fresh: number
  readonly same: number
  readonly businesses: Businesses
  /** What the company owned before this file. */
  readonly before: Ownership
}

async function settleLocked(deps: DownloadDeps, tx: Tx, settling: Settling): Promise<boolean> {
  const { row, written, fresh, same, before, businesses } = settling
  const now = deps.clock.now()
  const [ready] = await tx
    .update(downloads)
    .set({
      state: 'ready',
      rows: written.rows,
      newLeads: fresh,
      sameLeads: same,
      businessesVersion: businesses.version,
      readyNo: before.readyNo + 1,
      ownedLeads: before.leads + fresh + same,
      progress: 1,
      fileKey: written.fileKey,
      fileName: written.fileName,
      parts: written.parts,
      filled: written.filled,
      bytes: written.bytes,
      sha256: written.sha256,
      updatedAt: now,
      readyAt: now,
    })
    .where(and(eq(downloads.id, row.id), inFlight))
    .returning()
  // Another run settled or failed it first; this one's file is swept.
  if (!ready) return false
  const { fileName } = written
  const outcome = await settleReservation(tx, { downloadId: row.id, amount: fresh, fileName, now })
  if (outcome.status !== 'settled')
    throw new AppError('internal', `${row.id} was ${outcome.status} before it was ready`)
  await sendUseNotice(tx, deps.billing, { companyId: row.companyId, amount: fresh, now })
  await tellWebhooks(tx, { companyId: row.companyId, event: readyEvent(ready, written), now })
  return true
}

function readyEvent(
  { id, dictId, searchName, format, rows, newLeads }: DownloadRow,
  { bytes, sha256 }: WrittenDownload,
): WebhookEvent {
  const data = { downloadId: id, dictId, searchName, format, rows, newLeads, bytes, sha256 }
  return { type: 'download.ready', data }
}
