import type { Tx } from '@freeor/postgres/database'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { quizAttempts } from '../../attempts/tables.ts'
import type { CertificateSnapshot, certificates } from '../tables.ts'
import { correctedSnapshot } from './corrected-snapshot.ts'

/**
 * What a certificate would say after regrades that came later; undefined where nothing of it changed, and for one that is
 * not valid any more.
 */
export async function findCorrectedSnapshot(
  tx: Tx,
  {
    revokedAt,
    snapshot,
    userId,
  }: Pick<typeof certificates.$inferSelect, 'revokedAt' | 'snapshot' | 'userId'>,
): Promise<CertificateSnapshot | undefined> {
  if (revokedAt !== null) return undefined
  const ids = snapshot.lessons.map(({ attemptId }) => attemptId)
  if (ids.length === 0) return undefined
  const rows = await tx
    .select({ attemptId: quizAttempts.id, score: quizAttempts.score })
    .from(quizAttempts)
    .where(
      and(inArray(quizAttempts.id, ids), eq(quizAttempts.userId, userId), isNotNull(quizAttempts.gradedAt)),
    )
  return correctedSnapshot(
    snapshot,
    rows.flatMap(({ attemptId, score }) => (score === null ? [] : [{ attemptId, score }])),
  )
}
