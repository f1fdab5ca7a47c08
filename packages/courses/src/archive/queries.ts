import type { Tx } from '@freeor/postgres/database'
import { pictureFolder } from '@freeor/storage/zip/open-package'
import type { ZipEntry } from '@freeor/storage/zip/write-zip'
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { imageKey } from '../authoring/images/commands.ts'
import type { CourseEditing } from '../authoring/ports.ts'
import { mayAuthor, requireCourseDraftViewer } from '../authoring/require-editor.ts'
import { readCaptions } from '../captions/read-captions.ts'
import { writeWebVtt } from '../captions/write-webvtt.ts'
import { noCourse } from '../catalog/missing.ts'
import {
  courseLessons,
  courses,
  lessonCaptions,
  lessons,
  questions,
  questionVersions,
} from '../catalog/tables.ts'
import { inOrder, isCurrentVersion } from '../questions/editing/queries.ts'
import { picturesIn } from './picture-links.ts'
import type { ArchiveDeps, ArchivedCaptions, ArchivedCourse, ArchivedQuestion } from './ports.ts'
import { textsOf, writeCourseFiles } from './write-course-files.ts'

export type ReadWhat = {
  /** Drafts among the lessons; archived ones never. */
  readonly withDrafts: boolean
}

/**
 * A course with all that stands in it, keys of its questions too: the caller decides who gets them.
 * @throws AppError not_found
 */
export async function getArchivedCourse(
  tx: Tx,
  courseId: string,
  { withDrafts }: ReadWhat,
): Promise<ArchivedCourse> {
  const [course] = await tx.select().from(courses).where(eq(courses.id, courseId))
  if (!course) throw noCourse()
  const rows = await tx
    .select({ courseLesson: courseLessons, lesson: lessons })
    .from(courseLessons)
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .where(
      and(
        eq(courseLessons.courseId, courseId),
        isNull(lessons.archivedAt),
        withDrafts ? undefined : eq(lessons.published, true),
      ),
    )
    .orderBy(sql`${courseLessons.position} COLLATE "C"`)
  const ids = rows.map(({ lesson }) => lesson.id)
  const [captions, asked] = [await listCaptions(tx, ids), await listQuestions(tx, ids)]
  const { name, description, themeColor, favorite } = course
  return {
    ...{ name, description, themeColor, favorite },
    lessons: rows.map(({ courseLesson, lesson }) => ({
      ...{ slug: courseLesson.slug, isPreview: courseLesson.isPreview },
      ...{ title: lesson.title, description: lesson.description, instructor: lesson.instructor },
      ...{ transcript: lesson.transcript, videoType: lesson.videoType, videoUrl: lesson.videoUrl },
      ...{ durationSeconds: lesson.durationSeconds ?? 0, videoThumb: lesson.videoThumb },
      ...{ quizName: lesson.quizName, themeColor: lesson.themeColor, favorite: lesson.favorite },
      captions: captions.get(lesson.id) ?? [],
      questions: asked.get(lesson.id) ?? [],
    })),
  }
}

async function listCaptions(
  tx: Tx,
  lessonIds: readonly string[],
): Promise<ReadonlyMap<string, ArchivedCaptions[]>> {
  if (lessonIds.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(lessonCaptions)
    .where(inArray(lessonCaptions.lessonId, [...lessonIds]))
    .orderBy(asc(lessonCaptions.kind), sql`${lessonCaptions.language} COLLATE "C"`)
  const byLesson = Map.groupBy(rows, ({ lessonId }) => lessonId)
  return new Map(
    [...byLesson].map(([lessonId, files]) => [
      lessonId,
      files.map(({ kind, language, label, vtt }) => ({ kind, language, label, vtt: plainVtt(vtt) })),
    ]),
  )
}

/** As captions are kept today; those of older installations may have been kept as they came. */
const plainVtt = (vtt: string): string => {
  const { cues, mistakes } = readCaptions(vtt)
  return mistakes.length > 0 ? vtt : writeWebVtt(cues)
}

async function listQuestions(
  tx: Tx,
  lessonIds: readonly string[],
): Promise<ReadonlyMap<string, ArchivedQuestion[]>> {
  if (lessonIds.length === 0) return new Map()
  const rows = await tx
    .select({ lessonId: questions.lessonId, version: questionVersions })
    .from(questions)
    .innerJoin(questionVersions, isCurrentVersion)
    .where(and(inArray(questions.lessonId, [...lessonIds]), isNull(questions.removedAt)))
    .orderBy(inOrder)
  const byLesson = Map.groupBy(rows, ({ lessonId }) => lessonId)
  return new Map([...byLesson].map(([id, own]) => [id, own.map(({ version }) => toQuestion(version))]))
}

function toQuestion(version: typeof questionVersions.$inferSelect): ArchivedQuestion {
  const { question, options, answerOptionId, explanation } = version
  const answer = options.findIndex(({ id }) => id === answerOptionId)
  return {
    question,
    options: options.map(({ text }) => text),
    answer: answer < 0 ? null : answer,
    explanation,
  }
}

/** A course as its author takes it along: the texts and pictures of a package, in their order. */
export type CoursePackage = { readonly name: string; readonly entries: readonly ZipEntry[] }

/**
 * A course as a package. Members who only see drafts get it without its questions, as they see no keys.
 * @throws AppError not_found
 */
export async function exportCoursePackage(
  { db, files }: Pick<ArchiveDeps, 'db' | 'files'>,
  { actor, courseId }: CourseEditing,
): Promise<CoursePackage> {
  const { role } = await requireCourseDraftViewer(db, actor, courseId)
  const course = await getArchivedCourse(db, courseId, { withDrafts: true })
  const texts = writeCourseFiles(course, { withKeys: mayAuthor(role, 'lessons.edit') })
  return {
    name: course.name,
    entries: [
      ...texts.map(({ name, text }) => ({ name, bytes: Buffer.from(text) })),
      ...(await listPictureEntries(files, course)),
    ],
  }
}

/** The pictures of a course that are there, by name; each once. */
async function listPictureEntries(files: ArchiveDeps['files'], course: ArchivedCourse): Promise<ZipEntry[]> {
  const keys = new Map<string, string>()
  for (const { accountId, fileName } of picturesIn(textsOf(course)))
    keys.set(fileName, imageKey(accountId, fileName))
  const entries: ZipEntry[] = []
  for (const [fileName, key] of [...keys].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    if (await files.stat(key))
      entries.push({
        name: `${pictureFolder}${fileName}`,
        open: async () => await files.read(key),
        isStored: true,
      })
  return entries
}
