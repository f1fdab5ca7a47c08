import { randomInt } from 'node:crypto'
import { recordAudit } from '@freeor/accounts/commands'
import { users } from '@freeor/accounts/tables'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, count, eq, isNull } from 'drizzle-orm'
import { statusListLength } from './credential/credential.ts'
import { writeCredential } from './credential/write-credential.ts'
import { ensureSigningKeys } from './keys/commands.ts'
import type { CertificateDeps } from './ports.ts'
import {
  type CertificateRow,
  findOwn,
  getCertificateRow,
  getCertifiedCourse,
  listLessonResults,
} from './queries.ts'
import { newSerial, readSerial } from './serial.ts'
import { type CertificateSnapshot, certificates } from './tables.ts'

export type Lacking = { readonly lessonId: string; readonly title: string }

export type IssueOutcome =
  | { readonly status: 'issued'; readonly serial: string; readonly isNew: boolean }
  | { readonly status: 'incomplete'; readonly missing: readonly Lacking[] }
  | { readonly status: 'no_lessons' }
  | { readonly status: 'revoked'; readonly serial: string; readonly reason: string }

/** The learner's row, locked: their account is not deleted meanwhile, and two requests come one after the other. */
export async function lockLearner(tx: Tx, userId: string) {
  const [user] = await tx
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('no key update')
  if (!user) throw new AppError('not_found', 'There is no such person')
  return user
}

/** A list is left half empty, so that a random context in it is found at once. */
const usedOfList = statusListLength / 2

/**
 * A position in the status list that nobody has: a random one, so that the order of the positions says nothing of the order
 * of the certificates. The unique index tells when two chose the same.
 */
async function proposeStatusIndex(tx: Tx): Promise<number> {
  const [row] = await tx.select({ issued: count() }).from(certificates)
  return Math.floor((row?.issued ?? 0) / usedOfList) * statusListLength + randomInt(statusListLength)
}

type NewCertificate = {
  readonly userId: string
  readonly learnerName: string
  readonly courseId: string
  readonly edition: number
  readonly snapshot: CertificateSnapshot
  readonly now: Date
}

/** Signs and writes a certificate. */
export async function addCertificate(tx: Tx, deps: CertificateDeps, wanted: NewCertificate): Promise<string> {
  const { userId, learnerName, courseId, edition, snapshot, now } = wanted
  const { secret, siteUrl, issuerName } = deps
  const keys = await ensureSigningKeys(tx, { secret, now })
  const serial = newSerial()
  const facts = { serial, learnerName, issuerName, issuedAt: now.toISOString(), ...snapshot }
  for (;;) {
    const statusIndex = await proposeStatusIndex(tx)
    const context = { siteUrl, courseId, edition, statusIndex }
    const { credential, jwt } = await writeCredential(facts, context, keys)
    const added = await tx
      .insert(certificates)
      .values({
        ...{ serial, userId, courseId, edition, learnerName, snapshot, statusIndex, issuedAt: now },
        ...{ credential, credentialJwt: jwt },
      })
      .onConflictDoNothing({ target: certificates.statusIndex })
      .returning({ serial: certificates.serial })
    if (added.length > 0) return serial
  }
}

/**
 * Issues the certificate of a course to a learner for whom every lesson that is published at this moment has a graded
 * attempt; once for each edition of the course. Lessons that are added later do not undo it.
 * @throws AppError not_found for an unknown or archived course
 */
export async function issueCertificate(
  deps: CertificateDeps,
  { userId, courseId }: { readonly userId: string; readonly courseId: string },
): Promise<IssueOutcome> {
  const now = deps.clock.now()
  const outcome = await deps.db.transaction(async (tx): Promise<IssueOutcome> => {
    const { name } = await lockLearner(tx, userId)
    const course = await getCertifiedCourse(tx, courseId)
    const { edition } = course
    const own = await findOwn(tx, { userId, courseId, edition })
    if (own?.revokedAt === null) return { status: 'issued', serial: own.serial, isNew: false }
    // A revoked one is not replaced by asking again: a super admin issues it anew.
    if (own) return { status: 'revoked', serial: own.serial, reason: own.revocationReason ?? '' }
    const results = await listLessonResults(tx, { userId, courseId })
    if (results.length === 0) return { status: 'no_lessons' }
    const missing = results.filter(({ graded }) => graded === undefined)
    if (missing.length > 0)
      return { status: 'incomplete', missing: missing.map(({ lessonId, title }) => ({ lessonId, title })) }
    const lessons = results.flatMap(({ graded }) => graded ?? [])
    const snapshot = { courseName: course.name, lessons }
    const wanted = { userId, learnerName: name, courseId, edition, snapshot, now }
    const serial = await addCertificate(tx, deps, wanted)
    await recordAudit(tx, {
      ...{ action: 'certificate.issued', now, actorUserId: userId, subjectUserId: userId },
      ...{ objectType: 'certificate', objectId: serial, details: { courseId, edition } },
    })
    await deps.faults?.('certificate-signed')
    return { status: 'issued', serial, isNew: true }
  })
  await deps.faults?.('certificate-committed')
  return outcome
}

/** What a super admin does to a certificate. */
export type CertificateAction = {
  readonly superAdminUserId: string | undefined
  readonly serial: string
  readonly reason: string
  readonly ipAddress?: string | undefined
}

/** The certificate, locked. @throws AppError not_found; conflict for one that is not valid any more */
async function lockValid(tx: Tx, serial: string): Promise<CertificateRow> {
  await tx
    .select({ serial: certificates.serial })
    .from(certificates)
    .where(eq(certificates.serial, readSerial(serial)))
    .for('update')
  const row = await getCertificateRow(tx, serial)
  if (row.revokedAt !== null) throw new AppError('conflict', 'This certificate is not valid any more.')
  return row
}

async function revoke(tx: Tx, serial: string, change: { revokedAt: Date; revocationReason: string }) {
  await tx.update(certificates).set(change).where(eq(certificates.serial, serial))
}

/** Revokes a certificate for good; its page and the status list say so. @throws AppError not_found; conflict */
export async function revokeCertificate(deps: CertificateDeps, action: CertificateAction): Promise<void> {
  const now = deps.clock.now()
  const { reason, superAdminUserId: actorUserId, ipAddress } = action
  await deps.db.transaction(async (tx) => {
    const { serial, userId } = await lockValid(tx, action.serial)
    await revoke(tx, serial, { revokedAt: now, revocationReason: reason })
    await recordAudit(tx, {
      ...{ action: 'certificate.revoked', now, actorUserId, subjectUserId: userId, ipAddress },
      ...{ objectType: 'certificate', objectId: serial, details: { reason } },
    })
  })
}

/**
 * Issues a certificate anew with the name that the learner's profile has now: what it certifies and when that was earned
 * stays. The old one is revoked and leads to the new one; also one that was revoked before and not replaced.
 * @throws AppError not_found; conflict when it was replaced already, or the account is deleted
 */
export async function reissueCertificate(deps: CertificateDeps, action: CertificateAction): Promise<string> {
  const now = deps.clock.now()
  const { reason, superAdminUserId: actorUserId, ipAddress } = action
  return await deps.db.transaction(async (tx) => {
    const { userId } = await getCertificateRow(tx, action.serial)
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update')
    if (!user || user.deletedAt)
      throw new AppError('conflict', 'The learner deleted their account, so there is no name to put on it.')
    const { serial, supersededBy, revokedAt, courseId, edition, snapshot } = await getCertificateRow(
      tx,
      action.serial,
    )
    if (supersededBy !== null) throw new AppError('conflict', 'This certificate was replaced already.')
    if (revokedAt === null) await revoke(tx, serial, { revokedAt: now, revocationReason: reason })
    else await requireNoValidOne(tx, { userId, courseId, edition })
    const wanted = { userId, learnerName: user.name, courseId, edition, snapshot, now }
    const replacement = await addCertificate(tx, deps, wanted)
    await tx.update(certificates).set({ supersededBy: replacement }).where(eq(certificates.serial, serial))
    await recordAudit(tx, {
      ...{ action: 'certificate.reissued', now, actorUserId, subjectUserId: userId, ipAddress },
      ...{ objectType: 'certificate', objectId: serial, details: { reason, replacement } },
    })
    return replacement
  })
}

async function requireNoValidOne(
  tx: Tx,
  own: { readonly userId: string; readonly courseId: string; readonly edition: number },
): Promise<void> {
  const found = await findOwn(tx, own)
  if (found?.revokedAt === null)
    throw new AppError('conflict', 'The learner has another valid certificate of this course.')
}

/**
 * Whether the learner's name stays on the certificate when their account is deleted.
 * @throws AppError not_found for an unknown serial and for somebody else's, alike
 */
export async function keepName(
  tx: Tx,
  {
    userId,
    serial,
    keepsName,
  }: { readonly userId: string; readonly serial: string; readonly keepsName: boolean },
): Promise<void> {
  const kept = await tx
    .update(certificates)
    .set({ keepsName })
    .where(and(eq(certificates.serial, readSerial(serial)), eq(certificates.userId, userId)))
    .returning({ serial: certificates.serial })
  if (kept.length === 0) throw new AppError('not_found', 'There is no such certificate.')
}

/**
 * A learner's account is deleted: their certificates stay, without their name and without the signed credential, which
 * names them. Those that the learner asked to keep stay as they are.
 */
export async function forgetLearner(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(certificates)
    .set({ learnerName: null, credential: null, credentialJwt: null })
    .where(and(eq(certificates.userId, userId), eq(certificates.keepsName, false)))
}
