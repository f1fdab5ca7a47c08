import type { Tx } from '@freeor/postgres/database'
import { sql } from 'drizzle-orm'
import { type AnalysedAttempts, type AnalysedQuestion, analyseAttempts } from './item-analysis.ts'
import type { CountedAttempts } from './limits.ts'
import type { QuizStatistics } from './schema.ts'

/** An attempt with what it asked: the ids of the questions in their order, and the option chosen of each. */
type AttemptRow = {
  user_id: string
  score: number
  asked: string[]
  chosen: (string | null)[]
  keys: (string | null)[]
}

/** The row that counts of each learner, in the database: 5,000 attempts are read once. */
const orders: Readonly<Record<Exclude<CountedAttempts, 'all'>, ReturnType<typeof sql>>> = {
  first: sql`a.graded_at, a.id`,
  last: sql`a.graded_at DESC, a.id DESC`,
  // Of equal scores the first one.
  highest: sql`a.score DESC, a.graded_at, a.id`,
}

/** As JSON: the driver takes five times as long to read an array of texts. */
async function listGraded(tx: Tx, lessonId: string, counted: CountedAttempts): Promise<AttemptRow[]> {
  const isGraded = sql`a.lesson_id = ${lessonId} AND a.graded_at IS NOT NULL`
  const chosen =
    counted === 'all'
      ? sql`SELECT a.id, a.user_id, a.score FROM quiz_attempts a WHERE ${isGraded}`
      : sql`SELECT DISTINCT ON (a.user_id) a.id, a.user_id, a.score FROM quiz_attempts a WHERE ${isGraded}
          ORDER BY a.user_id, ${orders[counted]}`
  const { rows } = await tx.execute<AttemptRow>(sql`
    SELECT c.user_id, c.score, json_agg(q.question_id ORDER BY q.question_id) AS asked,
      json_agg(given.option_id ORDER BY q.question_id) AS chosen,
      json_agg(coalesce(q.corrected_option_id, v.answer_option_id) ORDER BY q.question_id) AS keys
    FROM (${chosen}) c
    JOIN attempt_questions q ON q.attempt_id = c.id
    JOIN question_versions v ON v.question_id = q.question_id AND v.version = q.version
    LEFT JOIN attempt_answers given ON given.attempt_id = c.id AND given.question_id = q.question_id
    GROUP BY c.id, c.user_id, c.score`)
  return rows
}

/** Scores of different questions cannot be compared: the set that most attempts asked counts, of equals the larger one. */
function commonSet(rows: readonly AttemptRow[]): { asked: readonly string[]; rows: AttemptRow[] } {
  const sets = new Map<string, AttemptRow[]>()
  for (const row of rows) {
    const key = row.asked.join(' ')
    const set = sets.get(key) ?? []
    set.push(row)
    sets.set(key, set)
  }
  const [most = []] = [...sets.values()].sort(
    (a, b) => b.length - a.length || (b[0]?.asked.length ?? 0) - (a[0]?.asked.length ?? 0),
  )
  return { asked: most[0]?.asked ?? [], rows: most }
}

type QuestionRow = Omit<AnalysedQuestion, 'questionId'> & { id: string }

/** The questions as they are now, in their order; removed ones last. */
async function listAsked(tx: Tx, ids: readonly string[]): Promise<AnalysedQuestion[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.execute<QuestionRow>(sql`
    SELECT q.id, v.question, v.options, v.answer_option_id AS key
    FROM questions q JOIN question_versions v ON v.question_id = q.id AND v.version = q.current_version
    WHERE q.id = ANY(${sql.param([...ids])}::text[])
    ORDER BY q.removed_at IS NOT NULL, q.position COLLATE "C", q.id`)
  return rows.map(({ id, question, options, key }) => ({ questionId: id, question, options, key }))
}

/**
 * The statistics of the quiz of a lesson, over graded attempts. The caller has checked that its reader edits the lesson.
 * Answers are judged by the key of the version that was asked, or of its regrade.
 */
export async function readStatistics(
  tx: Tx,
  { lessonId, counted }: { readonly lessonId: string; readonly counted: CountedAttempts },
): Promise<QuizStatistics> {
  const graded = await listGraded(tx, lessonId, counted)
  const { asked, rows } = commonSet(graded)
  const questions = await listAsked(tx, asked)
  const positionOf = new Map(asked.map((id, at) => [id, at]))
  const inOrder = questions.map(({ questionId }) => positionOf.get(questionId) ?? 0)
  const attempts: AnalysedAttempts = {
    questions,
    chosen: rows.map((row) => inOrder.map((at) => row.chosen[at] ?? null)),
    marks: rows.map((row) =>
      inOrder.map((at) => (row.keys[at] !== null && row.chosen[at] === row.keys[at] ? 1 : 0)),
    ),
  }
  return {
    ...{ lessonId, counted, leftOut: graded.length - rows.length },
    learners: new Set(rows.map(({ user_id }) => user_id)).size,
    ...analyseAttempts(attempts),
  }
}
