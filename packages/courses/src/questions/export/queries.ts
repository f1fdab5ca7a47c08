import type { Tx } from '@freeor/postgres/database'
import type { FileStore } from '@freeor/storage/ports'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { courseLessons, lessons, questions, questionVersions } from '../../catalog/tables.ts'
import { inOrder, isCurrentVersion } from '../editing/queries.ts'
import { textsOf } from '../import/pictures/account-for-pictures.ts'
import { type ExportedLesson, type ExportedText, exportText } from './export-text.ts'
import { packPictures } from './pack-pictures.ts'
import type { ExportFormat, ExportReport } from './schema.ts'

/** The questions of a course as a file, with the pictures that they show where the format can say them. */
export async function exportCourseFile(
  { db, files }: { readonly db: Tx; readonly files: Pick<FileStore, 'read' | 'stat'> },
  courseId: string,
  format: ExportFormat,
): Promise<ExportedText> {
  const asked = await listLessons(db, courseId)
  if (format !== 'moodle-xml') return exportText(asked, format)
  const texts = asked.flatMap(({ questions: all }) => all.flatMap(textsOf))
  return exportText(asked, format, await packPictures(files, texts))
}

/** The questions of a course in a format, with a proof of each. The caller has checked that its reader edits the course. */
export const exportCourse = async (tx: Tx, courseId: string, format: ExportFormat): Promise<ExportedText> =>
  exportText(await listLessons(tx, courseId), format)

async function listLessons(tx: Tx, courseId: string): Promise<ExportedLesson[]> {
  const rows = await tx
    .select({ lessonId: lessons.id, title: lessons.title, version: questionVersions })
    .from(courseLessons)
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .innerJoin(questions, eq(questions.lessonId, lessons.id))
    .innerJoin(questionVersions, isCurrentVersion)
    .where(and(eq(courseLessons.courseId, courseId), isNull(questions.removedAt), isNull(lessons.archivedAt)))
    .orderBy(sql`${courseLessons.position} COLLATE "C"`, inOrder)
  const byLesson = new Map<string, { title: string; questions: ExportedLesson['questions'][number][] }>()
  for (const { lessonId, title, version } of rows) {
    const lesson = byLesson.get(lessonId) ?? { title, questions: [] }
    const answer = version.options.findIndex(({ id }) => id === version.answerOptionId)
    lesson.questions.push({
      ...{ questionId: version.questionId, question: version.question, explanation: version.explanation },
      options: version.options.map(({ text }) => text),
      answer: answer < 0 ? null : answer,
    })
    byLesson.set(lessonId, lesson)
  }
  return [...byLesson.values()]
}

export function reportOf({ proofs }: ExportedText, format: ExportFormat): ExportReport {
  const proven = proofs.filter(({ status }) => status === 'proven').length
  return { format, proven, leftOut: proofs.length - proven, questions: proofs.map((proof) => ({ ...proof })) }
}
