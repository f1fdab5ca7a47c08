import { recordAudit } from '@freeor/accounts/commands'
import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { sql } from 'drizzle-orm'
import type { CourseNotices } from '../../events/ports.ts'
import { getQuestion } from '../editing/queries.ts'
import { lockLessonOf, type QuestionDeps } from '../editing/write-quiz.ts'
import type { RegradeAnswer } from './schema.ts'
import { attemptRegrades } from './tables.ts'

export type Regrading = {
  readonly questionId: string
  readonly apply: boolean
  readonly versions?: readonly number[] | undefined
  readonly affected?: number | undefined
  readonly reason?: string | undefined
}

type Deps = Omit<QuestionDeps, 'notices'> & { readonly notices?: Pick<CourseNotices, 'notifyProgress'> }

/** An attempt that asked the question with another key. */
type Affected = {
  attempt_id: string
  user_id: string
  learner: string
  version: number
  key_before: string
  chosen: string | null
  score: number | null
  questions: number
  graded_at: string | null
  certificate: string | null
}

type VersionRow = { version: number; question: string; key: string | null; has_key: boolean }

/**
 * Grades anew by the key that the question has now: attempts that asked an earlier version with another key, where that
 * version has the option. Their answers stay, and their old grade is kept. Open attempts will be graded by the new key.
 * Certificates keep what they say. Without `apply` it only says who is affected.
 * @throws AppError not_found; invalid_request without a reason; conflict for a question without a key, and with the
 *   preview as it is now when other attempts are affected than the caller saw
 */
export async function regradeQuestion(
  { db, clock, notices }: Deps,
  actor: UserActor,
  regrading: Regrading,
): Promise<RegradeAnswer> {
  const { questionId, apply, reason } = regrading
  if (apply && reason === undefined)
    throw new AppError('invalid_request', 'Please say why it is graded anew.', {
      details: { field: 'reason' },
    })
  const now = clock.now()
  const { answer, lessonId, learners } = await db.transaction(async (tx) => {
    const lesson = await lockLessonOf(tx, actor, questionId)
    const { answer: key } = await getQuestion(tx, questionId)
    if (key === null) throw new AppError('conflict', 'This question has no correct option to grade by.')
    const versions = await lockVersions(tx, questionId, key)
    const wanted = versions
      .filter(
        ({ version, has_key, key: before }) => has_key && before !== null && isWanted(regrading, version),
      )
      .map(({ version }) => version)
    const affected = await lockAffected(tx, { questionId, key, versions: wanted })
    const preview = previewOf({ questionId, key, versions, affected })
    if (!apply) return { answer: preview, lessonId: lesson.id, learners: [] }
    if (regrading.affected !== undefined && regrading.affected !== preview.affected)
      throw new AppError('conflict', 'Meanwhile other attempts are affected. Please look again.', {
        details: { preview },
      })
    const change = { questionId, key, affected, reason: reason ?? '', now, actorUserId: actor.userId }
    await applyRegrade(tx, change)
    await recordAudit(tx, {
      ...{ action: 'question.regraded', now, actorUserId: actor.userId, companyId: lesson.companyId },
      ...{ objectType: 'question', objectId: questionId },
      details: { key, reason, affected: preview.affected, raised: preview.raised, lowered: preview.lowered },
    })
    const learners = new Set(affected.map(({ user_id }) => user_id))
    return { answer: { ...preview, applied: true }, lessonId: lesson.id, learners: [...learners] }
  })
  for (const userId of learners) notices?.notifyProgress({ userId, lessonId })
  return answer
}

const isWanted = ({ versions }: Regrading, version: number) => versions?.includes(version) ?? true

/**
 * The versions, locked against new attempts: an attempt that begins takes a key-share lock of the version it asks, so it is
 * either seen below or begins after this.
 */
async function lockVersions(tx: Tx, questionId: string, key: string): Promise<VersionRow[]> {
  const { rows } = await tx.execute<VersionRow>(sql`
    SELECT version, question, answer_option_id AS key,
      EXISTS (SELECT 1 FROM jsonb_array_elements(options) AS option WHERE option->>'id' = ${key}) AS has_key
    FROM question_versions WHERE question_id = ${questionId} ORDER BY version FOR UPDATE`)
  return rows
}

type Asked = { readonly questionId: string; readonly key: string; readonly versions: readonly number[] }

/** The attempts that asked these versions with another key, locked: neither answered nor graded meanwhile. */
async function lockAffected(tx: Tx, { questionId, key, versions }: Asked): Promise<Affected[]> {
  if (versions.length === 0) return []
  const isAffected = sql`asked.question_id = ${questionId}
    AND asked.version = ANY(${sql.param([...versions])}::int[])
    AND coalesce(asked.corrected_option_id, v.answer_option_id) <> ${key}`
  // In the order of their ids, so that two regrades wait for each other and do not end in a deadlock.
  await tx.execute(sql`
    SELECT a.id FROM quiz_attempts a
    JOIN attempt_questions asked ON asked.attempt_id = a.id
    JOIN question_versions v ON v.question_id = asked.question_id AND v.version = asked.version
    WHERE ${isAffected} ORDER BY a.id FOR NO KEY UPDATE OF a`)
  const { rows } = await tx.execute<Affected>(sql`
    SELECT a.id AS attempt_id, a.user_id, u.name AS learner, asked.version, a.score, a.graded_at,
      coalesce(asked.corrected_option_id, v.answer_option_id) AS key_before, given.option_id AS chosen,
      (SELECT count(*)::int FROM attempt_questions q WHERE q.attempt_id = a.id) AS questions,
      (SELECT c.serial FROM certificates c WHERE c.user_id = a.user_id AND c.revoked_at IS NULL
        AND c.snapshot->'lessons' @> jsonb_build_array(jsonb_build_object('attemptId', a.id)) LIMIT 1) AS certificate
    FROM quiz_attempts a
    JOIN users u ON u.id = a.user_id
    JOIN attempt_questions asked ON asked.attempt_id = a.id
    JOIN question_versions v ON v.question_id = asked.question_id AND v.version = asked.version
    LEFT JOIN attempt_answers given ON given.attempt_id = a.id AND given.question_id = asked.question_id
    WHERE ${isAffected}
    ORDER BY a.graded_at, a.id`)
  return rows
}

/** What the score becomes: one question is judged by another key. */
const scoreAfter = ({ score, chosen, key_before }: Affected, key: string): number =>
  (score ?? 0) - (chosen === key_before ? 1 : 0) + (chosen === key ? 1 : 0)

type Previewed = {
  readonly questionId: string
  readonly key: string
  readonly versions: readonly VersionRow[]
  readonly affected: readonly Affected[]
}

const mostShown = 1_000

function previewOf({ questionId, key, versions, affected }: Previewed): RegradeAnswer {
  const graded = affected.filter(({ graded_at }) => graded_at !== null)
  const changed = graded.filter((one) => scoreAfter(one, key) !== one.score)
  const ofVersion = (version: number, isGraded: boolean) =>
    affected.filter((one) => one.version === version && (one.graded_at !== null) === isGraded).length
  return {
    ...{ questionId, key, applied: false, affected: graded.length, open: affected.length - graded.length },
    versions: versions
      .filter((one): one is VersionRow & { key: string } => one.key !== null && one.key !== key)
      .map(({ version, question, key: keyBefore, has_key: hasKey }) => ({
        ...{ version, question, keyBefore, hasKey },
        ...{ graded: ofVersion(version, true), open: ofVersion(version, false) },
      })),
    raised: changed.filter((one) => scoreAfter(one, key) > (one.score ?? 0)).length,
    lowered: changed.filter((one) => scoreAfter(one, key) < (one.score ?? 0)).length,
    attempts: changed.slice(0, mostShown).map((one) => ({
      ...{ attemptId: one.attempt_id, learner: one.learner, questions: one.questions },
      ...{ scoreBefore: one.score ?? 0, scoreAfter: scoreAfter(one, key) },
      gradedAt: new Date(one.graded_at ?? 0).toISOString(),
      certificate: one.certificate,
    })),
  }
}

type Change = {
  readonly questionId: string
  readonly key: string
  readonly affected: readonly Affected[]
  readonly reason: string
  readonly now: Date
  readonly actorUserId: string
}

const rowsAtOnce = 2_000

async function applyRegrade(tx: Tx, change: Change): Promise<void> {
  const { questionId, key, affected, reason, now, actorUserId } = change
  for (let from = 0; from < affected.length; from += rowsAtOnce) {
    const some = affected.slice(from, from + rowsAtOnce)
    const ids = sql.param(some.map(({ attempt_id }) => attempt_id))
    await tx.execute(sql`UPDATE attempt_questions SET corrected_option_id = ${key}
      WHERE question_id = ${questionId} AND attempt_id = ANY(${ids}::text[])`)
    const graded = some.filter(({ graded_at }) => graded_at !== null)
    if (graded.length === 0) continue
    await tx.insert(attemptRegrades).values(
      graded.map((one) => ({
        ...{ id: newId('rgr'), attemptId: one.attempt_id, questionId, reason, actorUserId, regradedAt: now },
        ...{ keyBefore: one.key_before, keyAfter: key, scoreBefore: one.score ?? 0 },
        scoreAfter: scoreAfter(one, key),
      })),
    )
    const changed = graded.filter((one) => scoreAfter(one, key) !== one.score)
    const changedIds = sql.param(changed.map(({ attempt_id }) => attempt_id))
    const scores = sql.param(changed.map((one) => scoreAfter(one, key)))
    await tx.execute(sql`UPDATE quiz_attempts a SET score = s.score
      FROM unnest(${changedIds}::text[], ${scores}::int[]) AS s(id, score) WHERE a.id = s.id`)
  }
}
