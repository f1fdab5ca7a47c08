import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, eq } from 'drizzle-orm'
import { downloadApprovals } from '../tables.ts'

/** The word that a download above its member's limit may be made. */
export type Approval = {
  readonly id: string
  readonly decidedBy: string
  /** Called once in the transaction that makes the download. */
  onTaken(tx: Tx): Promise<void>
}

type Taking = {
  readonly approval: Approval
  readonly companyId: string
  readonly downloadId: string
  readonly newLeads: number
  readonly now: Date
}

/**
 * Settles an approval with the download that is made of it, in the download's own transaction and under the lock of the
 * company's customer: an approval makes one download, however often and by how many it is given.
 * @throws AppError conflict when it is settled already, has expired, or the file would cost more than was asked for
 */
export async function takeApproval(
  tx: Tx,
  { approval, companyId, downloadId, newLeads, now }: Taking,
): Promise<void> {
  const isIt = and(eq(downloadApprovals.id, approval.id), eq(downloadApprovals.companyId, companyId))
  const [row] = await tx.select().from(downloadApprovals).where(isIt).for('update')
  if (row?.state !== 'waiting' || row.expiresAt <= now)
    throw new AppError('conflict', 'This download does not wait for approval any more.')
  if (newLeads > row.newLeads)
    throw new AppError(
      'conflict',
      `This download takes ${newLeads} new leads now, and ${row.newLeads} were asked for. Please have it asked for again.`,
      { details: { newLeads, askedFor: row.newLeads } },
    )
  await tx
    .update(downloadApprovals)
    .set({ state: 'approved', decidedAt: now, decidedBy: approval.decidedBy, downloadId })
    .where(isIt)
  await approval.onTaken(tx)
}
