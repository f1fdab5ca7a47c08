import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import { newId } from '@freeor/kernel/ids'
import type { Tx } from '@freeor/postgres/database'
import { keepPicture } from '@freeor/storage/pictures/keep-picture'
import { openPackage } from '@freeor/storage/zip/open-package'
import { generateNKeysBetween } from 'fractional-indexing'
import { insertCourse } from '../authoring/courses/commands.ts'
import { imageFolder, imagePath } from '../authoring/images/commands.ts'
import { lockAuthor, requireRoomForCourses, requireRoomForLessons } from '../authoring/plan-limits/queries.ts'
import { findCourseRole, mayAuthor } from '../authoring/require-editor.ts'
import { courseLessons, lessonCaptions, lessons, questions, questionVersions } from '../catalog/tables.ts'
import { picturesIn, unpackPictures } from './picture-links.ts'
import type { ArchiveDeps, ArchivedCourse, ArchivedLesson, ArchivedQuestion } from './ports.ts'
import { readCourseFiles } from './read-course-files.ts'
import type { CourseImportAnswer } from './schema.ts'
import { mapTexts, textsOf } from './write-course-files.ts'

type Importing = { readonly actor: UserActor; readonly companyId: string }

async function requireCreator(tx: Tx, { actor, companyId }: Importing): Promise<void> {
  if (!mayAuthor(await findCourseRole(tx, actor, companyId), 'courses.manage'))
    throw new AppError('forbidden', 'Only the owner and the admins of this account create courses.')
}

/**
 * Makes a course out of a package: its lessons are drafts, with captions, pictures and questions. All of it comes in, or
 * nothing is left behind.
 * @param bytes read only once the user may create courses
 * @throws AppError forbidden; invalid_request for a package that is damaged, hostile or wrong, naming the file;
 *   payment_required past the plan's limits
 */
export async function importCourse(
  deps: ArchiveDeps,
  importing: Importing,
  bytes: () => Promise<Uint8Array>,
): Promise<CourseImportAnswer> {
  await requireCreator(deps.db, importing)
  const { text, pictures } = await openPackage(await bytes())
  const course = readCourseFiles(text)
  const written: string[] = []
  try {
    const { placed, rewritten } = await keepPictures(deps, importing, { course, pictures, written })
    const courseId = await insertAll(deps, importing, placed)
    deps.notices?.notifyCourses([{ courseId, companyId: importing.companyId, isShown: false }])
    const count = (of: (lesson: ArchivedLesson) => number) =>
      placed.lessons.reduce((sum, lesson) => sum + of(lesson), 0)
    return {
      ...{ courseId, name: placed.name, lessons: placed.lessons.length },
      questions: count((lesson) => lesson.questions.length),
      pictures: picturesIn(textsOf(placed)).length,
      rewritten,
    }
  } catch (error) {
    for (const key of written) await deps.files.remove(key)
    throw error
  }
}

type Unpacked = {
  readonly course: ArchivedCourse
  readonly pictures: ReadonlyMap<string, Buffer>
  /** Filled with the keys of files that were not there before. */
  readonly written: string[]
}

/** Keeps the pictures that the course shows; the others of the package are nobody's. */
async function keepPictures(
  deps: ArchiveDeps,
  { actor, companyId }: Importing,
  { course, pictures, written }: Unpacked,
): Promise<{ placed: ArchivedCourse; rewritten: string[] }> {
  const shown = new Set<string>()
  mapTexts(course, (text) =>
    unpackPictures(text, (fileName) => {
      shown.add(fileName)
      return undefined
    }),
  )
  const paths = new Map<string, string>()
  const rewritten: string[] = []
  for (const fileName of shown) {
    const bytes = pictures.get(fileName)
    if (!bytes) continue
    const picture = { userId: actor.userId, folder: imageFolder(companyId), fileName, bytes }
    const kept = await keepPicture(deps, picture).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'invalid_request'
        ? new AppError('invalid_request', `pictures/${fileName}: ${error.message}`)
        : error
    })
    written.push(...kept.written)
    if (kept.fileName !== fileName) rewritten.push(fileName)
    paths.set(fileName, imagePath(companyId, kept.fileName))
  }
  const placed = mapTexts(course, (text) => unpackPictures(text, (fileName) => paths.get(fileName)))
  return { placed, rewritten }
}

async function insertAll(
  { db, clock }: ArchiveDeps,
  importing: Importing,
  course: ArchivedCourse,
): Promise<string> {
  const { companyId } = importing
  return await db.transaction(async (tx) => {
    const author = await lockAuthor(tx, companyId)
    await requireCreator(tx, importing)
    await requireRoomForCourses(tx, author, 1)
    const now = clock.now()
    const { name, description, themeColor, favorite } = course
    const courseId = await insertCourse(tx, { companyId, name, description, themeColor, favorite, now })
    await requireRoomForLessons(tx, author, { courseId, adding: course.lessons.length })
    const positions = generateNKeysBetween(null, null, course.lessons.length)
    for (const [at, lesson] of course.lessons.entries()) {
      const lessonId = await insertLesson(tx, { companyId, lesson, now })
      const { slug, isPreview } = lesson
      const position = positions[at] ?? ''
      await tx.insert(courseLessons).values({ courseId, lessonId, slug, isPreview, position })
    }
    return courseId
  })
}

type NewLesson = { readonly companyId: string; readonly lesson: ArchivedLesson; readonly now: Date }

async function insertLesson(tx: Tx, { companyId, lesson, now }: NewLesson): Promise<string> {
  const id = newId('les')
  const {
    slug: _,
    isPreview: __,
    captions,
    questions: asked,
    videoThumb,
    durationSeconds,
    ...fields
  } = lesson
  await tx.insert(lessons).values({
    ...{ ...fields, id, companyId, videoThumb: [...videoThumb], createdAt: now, updatedAt: now },
    durationSeconds: durationSeconds === 0 ? null : durationSeconds,
  })
  if (captions.length > 0)
    await tx
      .insert(lessonCaptions)
      .values(captions.map((one) => ({ ...one, id: newId('cap'), lessonId: id })))
  await insertQuestions(tx, { lessonId: id, asked, now })
  return id
}

/** Rows of one statement: a lesson may have 10,000 questions. */
const inStatement = 500

async function insertQuestions(
  tx: Tx,
  { lessonId, asked, now }: { lessonId: string; asked: readonly ArchivedQuestion[]; now: Date },
): Promise<void> {
  const positions = generateNKeysBetween(null, null, asked.length)
  const rows = asked.map((one, at) => ({ ...one, id: newId('que'), position: positions[at] ?? '' }))
  for (let from = 0; from < rows.length; from += inStatement) {
    const some = rows.slice(from, from + inStatement)
    await tx
      .insert(questions)
      .values(some.map(({ id, position }) => ({ id, lessonId, position, createdAt: now })))
    await tx.insert(questionVersions).values(some.map((row) => ({ ...firstVersion(row), createdAt: now })))
  }
}

function firstVersion({
  id,
  question,
  options,
  answer,
  explanation,
}: ArchivedQuestion & { readonly id: string }) {
  const made = options.map((text) => ({ id: newId('opt'), text }))
  const answerOptionId = answer === null ? null : (made[answer]?.id ?? null)
  return { questionId: id, version: 1, question, options: made, answerOptionId, explanation }
}
