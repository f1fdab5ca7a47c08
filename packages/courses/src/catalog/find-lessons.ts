import { companies } from '@freeor/accounts/tables'
import type { Tx } from '@freeor/postgres/database'
import { preparedOnce } from '@freeor/postgres/prepared'
import { and, asc, count, eq, isNull, sql } from 'drizzle-orm'
import { listLessonStates } from '../progress/list-lesson-states.ts'
import { inOrder, type LessonInCourse, lessonInCourse, toData, toListed } from './lesson-in-course.ts'
import { noLesson } from './missing.ts'
import { getCourse } from './queries.ts'
import type { LessonAnswer, ListedLesson } from './schema.ts'
import { courseLessons, courses, lessonCaptions, lessons } from './tables.ts'
import { requireAccount, seesDraftsAsAsked, type Viewer, viewerValues } from './viewer.ts'
import { isInVisibleCourse, isVisible } from './visible-lessons.ts'

const placedStatement = preparedOnce((tx) =>
  tx
    .select(lessonInCourse)
    .from(courseLessons)
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .innerJoin(companies, eq(companies.id, lessons.companyId))
    .where(and(eq(courseLessons.courseId, sql.placeholder('courseId')), isVisible(seesDraftsAsAsked)))
    .orderBy(inOrder)
    .prepare('lessons_of_course'),
)

/**
 * The lessons of a course that the viewer may see, in order, each with what the viewer has done of it.
 * @throws AppError not_found; unauthenticated for a visitor, where there is such a course
 */
export async function listLessons(tx: Tx, viewer: Viewer, courseId: string): Promise<ListedLesson[]> {
  await getCourse(tx, viewer, courseId)
  const placed: LessonInCourse[] = await placedStatement(tx).execute({ courseId, ...viewerValues(viewer) })
  const ids = placed.map(({ lesson }) => lesson.id)
  const states = viewer.userId === undefined ? undefined : await listLessonStates(tx, viewer.userId, ids)
  return placed.map((one, at) => toListed(one, at + 1, states?.get(one.lesson.id) ?? null))
}

const lessonAtStatement = preparedOnce((tx) =>
  tx
    .select({ lessonId: courseLessons.lessonId, isPreview: courseLessons.isPreview })
    .from(courseLessons)
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .innerJoin(courses, eq(courses.id, courseLessons.courseId))
    .where(
      and(
        eq(courseLessons.courseId, sql.placeholder('courseId')),
        eq(courseLessons.slug, sql.placeholder('slug')),
        isVisible(seesDraftsAsAsked),
        isInVisibleCourse(seesDraftsAsAsked),
      ),
    )
    .prepare('lesson_at'),
)

/** The course's lesson at this address that the viewer may see; undefined otherwise. Does not ask for an account. */
export async function findLessonAt(
  tx: Tx,
  viewer: Viewer,
  { courseId, slug }: { readonly courseId: string; readonly slug: string },
): Promise<{ readonly lessonId: string; readonly isPreview: boolean } | undefined> {
  const [row] = await lessonAtStatement(tx).execute({ courseId, slug, ...viewerValues(viewer) })
  return row
}

/**
 * The address of the n-th published lesson of a course; undefined where there is none. It is told to visitors too: the
 * lesson's page then asks for an account, and one that is a free preview does not.
 */
export async function findNthLesson(tx: Tx, courseId: string, n: number): Promise<string | undefined> {
  const [row] = await tx
    .select({ slug: courseLessons.slug })
    .from(courseLessons)
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .innerJoin(courses, eq(courses.id, courseLessons.courseId))
    .where(
      and(
        eq(courseLessons.courseId, courseId),
        isNull(courses.archivedAt),
        isVisible(() => sql`false`),
      ),
    )
    .orderBy(inOrder)
    .limit(1)
    .offset(n - 1)
  return row?.slug
}

/** A lesson in the courses that the viewer sees, the oldest course first. */
const courseLessonsStatement = preparedOnce((tx) =>
  tx
    .select({ ...lessonInCourse, lesson: lessons })
    .from(courseLessons)
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .innerJoin(companies, eq(companies.id, lessons.companyId))
    .innerJoin(courses, eq(courses.id, courseLessons.courseId))
    .where(
      and(
        eq(courseLessons.lessonId, sql.placeholder('lessonId')),
        isVisible(seesDraftsAsAsked),
        isInVisibleCourse(seesDraftsAsAsked),
      ),
    )
    .orderBy(asc(courses.createdAt), asc(courses.id))
    .prepare('lesson_in_courses'),
)

const beforeStatement = preparedOnce((tx) =>
  tx
    .select({ before: count() })
    .from(courseLessons)
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .where(
      and(
        eq(courseLessons.courseId, sql.placeholder('courseId')),
        isVisible(seesDraftsAsAsked),
        sql`${inOrder} < ${sql.placeholder('position')} COLLATE "C"`,
      ),
    )
    .prepare('lessons_before'),
)

async function orderIn(tx: Tx, viewer: Viewer, { courseId, position }: LessonInCourse['courseLesson']) {
  const [row] = await beforeStatement(tx).execute({ courseId, position, ...viewerValues(viewer) })
  return (row?.before ?? 0) + 1
}

const captionsStatement = preparedOnce((tx) => {
  const { id, kind, language, label } = lessonCaptions
  return tx
    .select({ id, kind, language, label })
    .from(lessonCaptions)
    .where(eq(lessonCaptions.lessonId, sql.placeholder('lessonId')))
    .orderBy(asc(kind), asc(language))
    .prepare('captions_of_lesson')
})

/**
 * The lesson at an address of a course, as `getLesson`.
 * @throws AppError not_found; unauthenticated for a visitor, where there is such a lesson
 */
export async function getLessonAt(
  tx: Tx,
  viewer: Viewer,
  at: { readonly courseId: string; readonly slug: string },
): Promise<LessonAnswer> {
  const found = await findLessonAt(tx, viewer, at)
  if (!found) throw noLesson()
  return await getLesson(tx, viewer, { lessonId: found.lessonId, courseId: at.courseId })
}

const seesLessonStatement = preparedOnce((tx) =>
  tx
    .select({ lessonId: courseLessons.lessonId })
    .from(courseLessons)
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .innerJoin(courses, eq(courses.id, courseLessons.courseId))
    .where(
      and(
        eq(courseLessons.lessonId, sql.placeholder('lessonId')),
        isVisible(seesDraftsAsAsked),
        isInVisibleCourse(seesDraftsAsAsked),
      ),
    )
    .limit(1)
    .prepare('sees_lesson'),
)

/** Whether the viewer may see the lesson, in any course. */
export async function seesLesson(tx: Tx, viewer: Viewer, lessonId: string): Promise<boolean> {
  const [found] = await seesLessonStatement(tx).execute({ lessonId, ...viewerValues(viewer) })
  return found !== undefined
}

/** @throws AppError not_found for a lesson that the viewer does not see */
export async function requireLesson(tx: Tx, viewer: Viewer, lessonId: string): Promise<void> {
  if (!(await seesLesson(tx, viewer, lessonId))) throw noLesson()
}

/**
 * A lesson with everything its page shows. A visitor may read one that is marked as a free preview.
 * @param courseId the course it is read in; the oldest one without it
 * @throws AppError not_found; unauthenticated for a visitor, where there is such a lesson
 */
export async function getLesson(
  tx: Tx,
  viewer: Viewer,
  { lessonId, courseId }: { readonly lessonId: string; readonly courseId?: string },
): Promise<LessonAnswer> {
  const inCourses = await courseLessonsStatement(tx).execute({ lessonId, ...viewerValues(viewer) })
  const placed =
    courseId === undefined
      ? inCourses[0]
      : inCourses.find(({ courseLesson }) => courseLesson.courseId === courseId)
  if (!placed) throw noLesson()
  if (!placed.courseLesson.isPreview) requireAccount(viewer)
  const { lesson, courseLesson } = placed
  const { userId } = viewer
  const states = userId === undefined ? undefined : await listLessonStates(tx, userId, [lesson.id])
  const order = await orderIn(tx, viewer, courseLesson)
  const { transcript, videoUrl, videoType } = lesson
  return {
    ...toListed(placed, order, states?.get(lesson.id) ?? null),
    course: inCourses.map((one) => one.courseLesson.courseId),
    data: { ...toData(placed, order), transcript, videoUrl, videoType },
    captions: await captionsStatement(tx).execute({ lessonId: lesson.id }),
  }
}
