import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, desc, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { quizAttempts } from '../attempts/tables.ts'
import { courseLessons, courses, lessons } from '../catalog/tables.ts'
import { certificateUrl, factsOf, type SignedFacts, statusListLength } from './credential/credential.ts'
import { findPrintedKey } from './keys/queries.ts'
import type { CertificateDeps } from './ports.ts'
import { findCorrectedSnapshot } from './renewal/queries.ts'
import type { CertificateAnswer, CourseCertificateAnswer } from './schema.ts'
import { readSerial } from './serial.ts'
import { type CertifiedLesson, certificates } from './tables.ts'

export type CertificateRow = typeof certificates.$inferSelect

export const noCertificate = () => new AppError('not_found', 'There is no such certificate.')

const statusOf = (row: Pick<CertificateRow, 'revokedAt' | 'supersededBy'>): CertificateAnswer['status'] => {
  if (row.supersededBy !== null) return 'superseded'
  return row.revokedAt === null ? 'valid' : 'revoked'
}

/** @throws AppError not_found */
export async function getCertificateRow(tx: Tx, serial: string): Promise<CertificateRow> {
  const [row] = await tx
    .select()
    .from(certificates)
    .where(eq(certificates.serial, readSerial(serial)))
  if (!row) throw noCertificate()
  return row
}

/** The facts as they were signed; without the credential, as they are remembered. */
const signedFacts = (
  { credential, snapshot }: CertificateRow,
  issuerName: string,
): Pick<SignedFacts, 'courseName' | 'lessons' | 'issuerName'> =>
  credential
    ? factsOf(credential)
    : {
        courseName: snapshot.courseName,
        issuerName,
        lessons: snapshot.lessons.map(({ title, quizName, score, questions, gradedAt }) => {
          return { title, quizName, score, questions, gradedAt }
        }),
      }

/**
 * A certificate as anybody may see it.
 * @param viewerId the person who looks, if one is signed in
 * @throws AppError not_found
 */
export async function getCertificate(
  tx: Tx,
  { serial, viewerId }: { readonly serial: string; readonly viewerId: string | undefined },
  from: Pick<CertificateDeps, 'siteUrl' | 'issuerName'>,
): Promise<CertificateAnswer> {
  const row = await getCertificateRow(tx, serial)
  const isOwn = viewerId !== undefined && row.userId === viewerId
  const { courseName, lessons: shownLessons, issuerName } = signedFacts(row, from.issuerName)
  return {
    serial: row.serial,
    status: statusOf(row),
    learnerName: row.learnerName,
    courseId: row.courseId,
    courseName,
    lessons: [...shownLessons],
    issuerName,
    issuedAt: row.issuedAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    revocationReason: row.revocationReason,
    supersededBy: row.supersededBy,
    address: certificateUrl(from.siteUrl, row.serial),
    key: row.credential && ((await findPrintedKey(tx, row.credential)) ?? null),
    isOwn,
    keepsName: isOwn ? row.keepsName : null,
    canRenew: isOwn && (await findCorrectedSnapshot(tx, row)) !== undefined,
  }
}

/** @throws AppError gone for a certificate that has no name any more: nothing can be signed without one */
export async function getSigned(
  tx: Tx,
  serial: string,
): Promise<CertificateRow & { credential: Record<string, unknown>; credentialJwt: string }> {
  const row = await getCertificateRow(tx, serial)
  const { credential, credentialJwt } = row
  if (credential === null || credentialJwt === null)
    throw new AppError(
      'gone',
      'The learner deleted their account. The certificate has no name any more, so it cannot be downloaded.',
    )
  return { ...row, credential, credentialJwt }
}

/** A published lesson of a course with the learner's last graded attempt. */
export type LessonResult = {
  readonly lessonId: string
  readonly title: string
  readonly graded: CertifiedLesson | undefined
}

/** The lessons that a certificate of the course needs now, in order. */
export async function listLessonResults(
  tx: Tx,
  { userId, courseId }: { readonly userId: string; readonly courseId: string },
): Promise<LessonResult[]> {
  const last = tx
    .selectDistinctOn([quizAttempts.lessonId], {
      lessonId: quizAttempts.lessonId,
      attemptId: quizAttempts.id,
      quizName: quizAttempts.name,
      score: quizAttempts.score,
      gradedAt: quizAttempts.gradedAt,
      questions: quizAttempts.questionCount,
    })
    .from(quizAttempts)
    .where(and(eq(quizAttempts.userId, userId), isNotNull(quizAttempts.gradedAt)))
    .orderBy(quizAttempts.lessonId, desc(quizAttempts.gradedAt), desc(quizAttempts.id))
    .as('last')
  const rows = await tx
    .select({
      lessonId: lessons.id,
      title: lessons.title,
      attemptId: last.attemptId,
      quizName: last.quizName,
      score: last.score,
      gradedAt: last.gradedAt,
      questions: last.questions,
    })
    .from(courseLessons)
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .leftJoin(last, eq(last.lessonId, lessons.id))
    .where(and(eq(courseLessons.courseId, courseId), eq(lessons.published, true), isNull(lessons.archivedAt)))
    .orderBy(sql`${courseLessons.position} COLLATE "C"`)
  return rows.map(({ lessonId, title, attemptId, quizName, score, gradedAt, questions }) => ({
    lessonId,
    title,
    graded:
      attemptId !== null && quizName !== null && score !== null && gradedAt !== null && questions !== null
        ? { lessonId, title, quizName, score, questions, gradedAt: gradedAt.toISOString(), attemptId }
        : undefined,
  }))
}

/** The learner's certificate of the course's edition: the valid one first, else the last one that was revoked. */
export async function findOwn(
  tx: Tx,
  {
    userId,
    courseId,
    edition,
  }: { readonly userId: string; readonly courseId: string; readonly edition: number },
): Promise<CertificateRow | undefined> {
  const isOwn = and(
    eq(certificates.userId, userId),
    eq(certificates.courseId, courseId),
    eq(certificates.edition, edition),
  )
  const [row] = await tx
    .select()
    .from(certificates)
    .where(isOwn)
    .orderBy(sql`${certificates.revokedAt} DESC NULLS FIRST`)
    .limit(1)
  return row
}

/** A course that certificates are issued for. @throws AppError not_found for an unknown or archived one */
export async function getCertifiedCourse(tx: Tx, courseId: string) {
  const [course] = await tx
    .select({ id: courses.id, name: courses.name, edition: courses.edition })
    .from(courses)
    .where(and(eq(courses.id, courseId), isNull(courses.archivedAt)))
  if (!course) throw new AppError('not_found', 'There is no such course.')
  return course
}

/** Whether a learner may have the certificate of a course, and which one they have. @throws AppError not_found */
export async function readCourseCertificate(
  tx: Tx,
  { userId, courseId }: { readonly userId: string; readonly courseId: string },
): Promise<CourseCertificateAnswer> {
  const { edition } = await getCertifiedCourse(tx, courseId)
  const results = await listLessonResults(tx, { userId, courseId })
  const missing = results.filter(({ graded }) => !graded).map(({ lessonId, title }) => ({ lessonId, title }))
  const own = await findOwn(tx, { userId, courseId, edition })
  return {
    isComplete: results.length > 0 && missing.length === 0,
    missing,
    serial: own?.serial ?? null,
    status: own ? statusOf(own) : null,
    canRenew: own !== undefined && (await findCorrectedSnapshot(tx, own)) !== undefined,
  }
}

/** The positions in a status list that are revoked. */
export async function listRevoked(tx: Tx, list: number): Promise<number[]> {
  const first = list * statusListLength
  const rows = await tx
    .select({ index: certificates.statusIndex })
    .from(certificates)
    .where(
      and(
        isNotNull(certificates.revokedAt),
        gte(certificates.statusIndex, first),
        lt(certificates.statusIndex, first + statusListLength),
      ),
    )
    .orderBy(asc(certificates.statusIndex))
  return rows.map(({ index }) => index - first)
}

/** Everything that is kept of a learner's certificates, for the export of their data. */
export async function listCertificatesOf(tx: Tx, userId: string) {
  return await tx
    .select({
      serial: certificates.serial,
      courseId: certificates.courseId,
      edition: certificates.edition,
      learnerName: certificates.learnerName,
      snapshot: certificates.snapshot,
      issuedAt: certificates.issuedAt,
      revokedAt: certificates.revokedAt,
      revocationReason: certificates.revocationReason,
      supersededBy: certificates.supersededBy,
      keepsName: certificates.keepsName,
    })
    .from(certificates)
    .where(eq(certificates.userId, userId))
    .orderBy(asc(certificates.issuedAt), asc(certificates.serial))
}

/** A certificate that names a lesson which was not graded when it was issued (I8). */
export async function listUnfoundedCertificates(tx: Tx): Promise<{ serial: string; detail: string }[]> {
  const { rows } = await tx.execute<{ serial: string; detail: string }>(sql`
    SELECT c.serial, coalesce(lesson->>'lessonId', 'it has no lesson') AS detail
    FROM certificates c
    JOIN users u ON u.id = c.user_id AND u.deleted_at IS NULL
    LEFT JOIN LATERAL jsonb_array_elements(c.snapshot->'lessons') AS lesson ON true
    LEFT JOIN quiz_attempts a ON a.id = lesson->>'attemptId' AND a.user_id = c.user_id
      AND a.lesson_id = lesson->>'lessonId' AND a.graded_at <= c.issued_at
    WHERE a.id IS NULL
    ORDER BY c.serial LIMIT 100`)
  return rows
}
