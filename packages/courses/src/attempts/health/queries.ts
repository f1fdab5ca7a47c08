import type { Tx } from '@freeor/postgres/database'
import { sql } from 'drizzle-orm'

/**
 * Graded attempts that are not as they were when they were graded (I9): the score is not the number of answers equal to
 * the key of the version that was asked or of its regrade, the number of questions is not theirs, or an answer or a click
 * is younger than the grade. Versions of questions never change, so the score can be counted again at any time.
 */
export async function listChangedGrades(tx: Tx): Promise<{ id: string; detail: string }[]> {
  const { rows } = await tx.execute<{ id: string; detail: string }>(sql`
    SELECT a.id, CASE
      WHEN a.question_count <> counted.questions
        THEN 'has ' || counted.questions || ' questions, says ' || a.question_count
      WHEN a.score <> counted.score THEN 'scored ' || a.score || ', its answers give ' || counted.score
      ELSE 'answered after it was graded' END AS detail
    FROM quiz_attempts a
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (
          WHERE coalesce(asked.corrected_option_id, v.answer_option_id) = given.option_id)::int AS score,
        max(given.answered_at) AS answered_at, count(*)::int AS questions
      FROM attempt_questions asked
      JOIN question_versions v ON v.question_id = asked.question_id AND v.version = asked.version
      LEFT JOIN attempt_answers given
        ON given.attempt_id = asked.attempt_id AND given.question_id = asked.question_id
      WHERE asked.attempt_id = a.id) counted
    WHERE a.graded_at IS NOT NULL AND (
      a.score <> counted.score OR a.question_count <> counted.questions
      OR counted.answered_at > a.graded_at
      OR EXISTS (SELECT 1 FROM answer_clicks c WHERE c.attempt_id = a.id AND c.received_at > a.graded_at))
    ORDER BY a.id LIMIT 100`)
  return rows
}
