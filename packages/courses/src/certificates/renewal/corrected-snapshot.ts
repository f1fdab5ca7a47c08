import type { CertificateSnapshot } from '../tables.ts'

/** The grade of an attempt as it is now. */
export type GradeNow = { readonly attemptId: string; readonly score: number }

/**
 * What a certificate would say with the grades that its attempts have now; undefined where it says so already. Which
 * attempts and lessons it names stays: later attempts and lessons are no correction.
 */
export function correctedSnapshot(
  snapshot: CertificateSnapshot,
  grades: readonly GradeNow[],
): CertificateSnapshot | undefined {
  const now = new Map(grades.map((grade) => [grade.attemptId, grade]))
  const isCorrected = snapshot.lessons.some(({ attemptId, score }) => {
    const grade = now.get(attemptId)
    return grade !== undefined && grade.score !== score
  })
  if (!isCorrected) return undefined
  const lessons = snapshot.lessons.map((lesson) => ({
    ...lesson,
    score: now.get(lesson.attemptId)?.score ?? lesson.score,
  }))
  return { ...snapshot, lessons }
}
