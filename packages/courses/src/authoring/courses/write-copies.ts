import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import {
  courseLessons,
  lessonCaptions,
  lessons,
  type QuestionOption,
  questions,
  questionVersions,
} from '../../catalog/tables.ts'

export type CopiedCourse = {
  readonly from: string
  readonly to: string
  readonly companyId: string
  readonly now: Date
}

type Ids = ReadonlyMap<string, string>

/**
 * Writes the lessons of a course into another one as new drafts, each with its captions and questions. Pictures are
 * addresses: both courses show the same files.
 */
export async function writeLessonCopies(tx: Tx, copied: CopiedCourse): Promise<void> {
  const { from, to, companyId, now } = copied
  const rows = await tx
    .select({ courseLesson: courseLessons, lesson: lessons })
    .from(courseLessons)
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .where(and(eq(courseLessons.courseId, from), isNull(lessons.archivedAt)))
  if (rows.length === 0) return
  const ids: Ids = new Map(rows.map(({ lesson }) => [lesson.id, newId('les')]))
  await tx.insert(lessons).values(
    rows.map(({ lesson }) => ({
      ...{ ...lesson, id: ids.get(lesson.id) ?? '', companyId, version: 1 },
      ...{ published: false, publishedAt: null, createdAt: now, updatedAt: now },
    })),
  )
  await tx.insert(courseLessons).values(
    rows.map(({ courseLesson }) => ({
      ...courseLesson,
      courseId: to,
      lessonId: ids.get(courseLesson.lessonId) ?? '',
    })),
  )
  await writeCaptionCopies(tx, ids)
  await writeQuestionCopies(tx, ids, now)
}

async function writeCaptionCopies(tx: Tx, ids: Ids): Promise<void> {
  const files = await tx
    .select()
    .from(lessonCaptions)
    .where(inArray(lessonCaptions.lessonId, [...ids.keys()]))
  if (files.length === 0) return
  await tx
    .insert(lessonCaptions)
    .values(files.map((file) => ({ ...file, id: newId('cap'), lessonId: ids.get(file.lessonId) ?? '' })))
}

/** The questions as they are now, each with its first version. */
async function writeQuestionCopies(tx: Tx, ids: Ids, now: Date): Promise<void> {
  const rows = await tx
    .select({ question: questions, version: questionVersions })
    .from(questions)
    .innerJoin(
      questionVersions,
      and(
        eq(questionVersions.questionId, questions.id),
        eq(questionVersions.version, questions.currentVersion),
      ),
    )
    .where(and(inArray(questions.lessonId, [...ids.keys()]), isNull(questions.removedAt)))
  if (rows.length === 0) return
  const copies = rows.map(({ question, version }) => ({ ...copyOf(version), question }))
  await tx.insert(questions).values(
    copies.map(({ id, question }) => ({
      ...{ ...question, id, lessonId: ids.get(question.lessonId) ?? '' },
      ...{ currentVersion: 1, createdAt: now },
    })),
  )
  await tx
    .insert(questionVersions)
    .values(copies.map(({ id, version }) => ({ ...version, questionId: id, version: 1, createdAt: now })))
}

type Version = typeof questionVersions.$inferSelect

/** Options get ids of their own: an answer to the copy is no answer to the original. */
function copyOf(version: Version) {
  const optionIds = new Map(version.options.map(({ id }) => [id, newId('opt')]))
  const options: QuestionOption[] = version.options.map((option) => ({
    ...option,
    id: optionIds.get(option.id) ?? '',
  }))
  const { answerOptionId } = version
  const answer = answerOptionId === null ? null : (optionIds.get(answerOptionId) ?? null)
  return { id: newId('que'), version: { ...version, options, answerOptionId: answer } }
}
