import { recordAudit } from '@freeor/accounts/commands'
import { AppError } from '@freeor/kernel/errors'
import { eq } from 'drizzle-orm'
import { addCertificate, lockLearner } from '../commands.ts'
import type { CertificateDeps } from '../ports.ts'
import { getCertificateRow, noCertificate } from '../queries.ts'
import { certificates } from '../tables.ts'
import { findCorrectedSnapshot } from './queries.ts'

/** Stands on the page of the certificate that was replaced. */
export const renewalReason = 'A quiz was graded again by a corrected key.'

export type Renewal = { readonly userId: string; readonly serial: string }

/**
 * Issues the learner's certificate anew with the grades as they are after a regrade. The old one keeps what it says,
 * counts as replaced, and leads to the new one. A regrade that commits meanwhile is in it, or is offered again.
 * @throws AppError not_found for an unknown serial and for somebody else's, alike; conflict where no grade was corrected,
 *   and for one that is not valid any more
 */
export async function renewCertificate(
  deps: CertificateDeps,
  { userId, serial: wanted }: Renewal,
): Promise<string> {
  const now = deps.clock.now()
  return await deps.db.transaction(async (tx) => {
    const { name } = await lockLearner(tx, userId)
    // Read under the lock: whoever asks twice at once gets one new certificate.
    const row = await getCertificateRow(tx, wanted)
    if (row.userId !== userId) throw noCertificate()
    if (row.revokedAt !== null) throw new AppError('conflict', 'This certificate is not valid any more.')
    const snapshot = await findCorrectedSnapshot(tx, row)
    if (!snapshot) throw new AppError('conflict', 'No grade of this certificate was corrected.')
    const { serial, courseId, edition } = row
    const old = eq(certificates.serial, serial)
    await tx.update(certificates).set({ revokedAt: now, revocationReason: renewalReason }).where(old)
    const fresh = { userId, learnerName: name, courseId, edition, snapshot, now }
    const replacement = await addCertificate(tx, deps, fresh)
    const { keepsName } = row
    await tx.update(certificates).set({ keepsName }).where(eq(certificates.serial, replacement))
    await tx.update(certificates).set({ supersededBy: replacement }).where(old)
    await recordAudit(tx, {
      ...{ action: 'certificate.renewed', now, actorUserId: userId, subjectUserId: userId },
      ...{ objectType: 'certificate', objectId: serial, details: { replacement } },
    })
    return replacement
  })
}
