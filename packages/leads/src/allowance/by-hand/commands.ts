import { recordAudit } from '@freeor/accounts/commands'
import type { CompanyAction } from '@freeor/billing/admin/commands'
import { AppError } from '@freeor/kernel/errors'
import type { Database } from '@freeor/postgres/database'
import { lockLeadCustomer } from '../commands.ts'
import { grantPromoLot } from '../monthly/commands.ts'
import { refundDebit } from '../reservations/commands.ts'

export type HandGrant = CompanyAction & {
  readonly amount: number
  readonly expiresAt: Date | null
  /** The same key is granted to a company once. */
  readonly key: string
}

export type HandGrantOutcome =
  | { readonly status: 'granted'; readonly lotId: string }
  | { readonly status: 'already_granted' }

/**
 * Gives a company leads as a promotional lot, with its ledger row and audit row in one transaction.
 * @throws AppError payment_required when it never had a plan; invalid_request for an expiry that is past
 */
export async function grantByHand(db: Database, grant: HandGrant): Promise<HandGrantOutcome> {
  const { companyId, superAdminUserId: actorUserId, amount, expiresAt, key, reason, now, ipAddress } = grant
  if (expiresAt && expiresAt <= now)
    throw new AppError('invalid_request', 'Please give an expiry that is still to come')
  return await db.transaction(async (tx) => {
    await lockLeadCustomer(tx, companyId)
    const by = actorUserId === undefined ? {} : { userId: actorUserId }
    const code = `superAdmin ${key}`
    const lotId = await grantPromoLot(tx, { companyId, code, amount, expiresAt, reason, now, ...by })
    if (lotId === undefined) return { status: 'already_granted' }
    const details = { amount, expiresAt: expiresAt?.toISOString() ?? null, reason }
    const object = { objectType: 'lot', objectId: lotId }
    await recordAudit(tx, {
      action: 'leads.granted',
      now,
      actorUserId,
      companyId,
      ipAddress,
      ...object,
      details,
    })
    return { status: 'granted', lotId }
  })
}

export type HandRefund = Omit<CompanyAction, 'companyId'> & { readonly downloadId: string }

export type HandRefundOutcome =
  | { readonly status: 'refunded'; readonly amount: number }
  | { readonly status: 'already_refunded' }

/**
 * Gives a company back what a file cost it, once, with its ledger row and audit row in one transaction. The company
 * keeps the file and its leads.
 * @throws AppError not_found for no such file; conflict for one that cost nothing, or is not ready
 */
export async function refundByHand(db: Database, refund: HandRefund): Promise<HandRefundOutcome> {
  const { downloadId, superAdminUserId: actorUserId, reason, now, ipAddress } = refund
  return await db.transaction(async (tx) => {
    const outcome = await refundDebit(tx, { downloadId, userId: actorUserId, reason, now })
    if (outcome.status === 'nothing_debited') throw new AppError('conflict', 'This file cost nothing.')
    if (outcome.status === 'already_refunded') return outcome
    const { amount, companyId } = outcome
    const object = { objectType: 'download', objectId: downloadId }
    await recordAudit(tx, {
      action: 'leads.refunded',
      now,
      actorUserId,
      companyId,
      ipAddress,
      ...object,
      details: { amount, reason },
    })
    return { status: 'refunded', amount }
  })
}
