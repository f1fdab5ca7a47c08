import { companies } from '@freeor/accounts/tables'
import type { Tx } from '@freeor/postgres/database'
import { preparedOnce } from '@freeor/postgres/prepared'
import { and, asc, type Column, count, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { listLessonStates } from '../progress/list-lesson-states.ts'
import { noCourse, noLesson } from './missing.ts'
import { inOrder, type PlacedLesson, placedLesson, toData, toListed } from './placed-lesson.ts'
import type { CourseAnswer, LessonAnswer, ListedLesson } from './schema.ts'
import { courseLessons, courses, lessonCaptions, lessons } from './tables.ts'
import { requireAccount, seesDraftsAsAsked, type Viewer, viewerValues } from './viewer.ts'

type CourseRow = typeof courses.$inferSelect

/** Whether drafts of the account whose id is in the column are seen. */
type SeesDrafts = (companyId: Column) => SQL

/** Of lessons joined with their places: those that this viewer sees. */
const isVisible = (seesDrafts: SeesDrafts): SQL | undefined =>
  and(isNull(lessons.archivedAt), or(eq(lessons.published, true), seesDrafts(lessons.companyId)))

/** Of places joined with their courses: those in a course that is not archived for this viewer. */
const isInVisibleCourse = (seesDrafts: SeesDrafts): SQL | undefined =>
  or(isNull(courses.archivedAt), seesDrafts(courses.companyId))

/** How many lessons of the course in `courses.id` this viewer sees. */
const visibleLessons = (seesDrafts: SeesDrafts): SQL<number> =>
  sql<number>`(SELECT count(*)::int FROM ${courseLessons} JOIN ${lessons} ON ${lessons.id} = ${courseLessons.lessonId}
    WHERE ${courseLessons.courseId} = ${courses.id} AND ${isVisible(seesDrafts)})`

const courseFields = (seesDrafts: SeesDrafts) => ({
  course: courses,
  aid: companies.ownerUserId,
  lessons: visibleLessons(seesDrafts),
  seesDrafts: sql<boolean>`${seesDrafts(courses.companyId)}`,
})

function toCourse({ course, aid, lessons: seen }: { course: CourseRow; aid: string; lessons: number }) {
  return {
    _docId: course.id,
    aid,
    name: course.name,
    description: course.description,
    themeColor: course.themeColor,
    favorite: course.favorite,
    archived: course.archivedAt !== null,
    _created: course.createdAt.toISOString(),
    lastUpdated: course.updatedAt.toISOString(),
    data: { courseName: course.name },
    lessons: seen,
  } satisfies CourseAnswer
}

export type CourseFilter = {
  /** Of one account; of every account without it. */
  readonly companyId?: string
  /** Only archived ones, or only those that are not; both without it. */
  readonly archived?: boolean
  /** Of accounts whose owners are all of these: the specification's `aid`. */
  readonly owners?: readonly string[]
  /** The order of the account's cards unless told. */
  readonly sort?: CourseSort
  readonly descending?: boolean
}

const courseOrders = {
  order: [sql`${courses.position} COLLATE "C"`],
  name: [sql`lower(${courses.name})`],
  _created: [courses.createdAt],
  lastUpdated: [courses.updatedAt],
} as const

export type CourseSort = keyof typeof courseOrders

/** Courses with all their lessons. The caller has checked that the viewer may list them. */
export async function listCourses(tx: Tx, filter: CourseFilter): Promise<CourseAnswer[]> {
  const { companyId, archived, owners = [], sort = 'order', descending = false } = filter
  const rows = await tx
    .select(courseFields(() => sql`true`))
    .from(courses)
    .innerJoin(companies, eq(companies.id, courses.companyId))
    .where(
      and(
        companyId === undefined ? undefined : eq(courses.companyId, companyId),
        archived === undefined
          ? undefined
          : archived
            ? isNotNull(courses.archivedAt)
            : isNull(courses.archivedAt),
        ...owners.map((owner) => eq(companies.ownerUserId, owner)),
      ),
    )
    .orderBy(
      ...courseOrders[sort].map((column) => (descending ? desc(column) : asc(column))),
      desc(courses.createdAt),
      asc(courses.id),
    )
    .limit(1000)
  return rows.map(toCourse)
}

/**
 * A course that the viewer may see: not archived and with a published lesson; for who sees drafts, any.
 * @throws AppError not_found; unauthenticated for a visitor, where there is one
 */
export async function getCourse(tx: Tx, viewer: Viewer, courseId: string): Promise<CourseAnswer> {
  const found = await findCourse(tx, viewer, courseId)
  if (!found) throw noCourse()
  requireAccount(viewer)
  return found
}

const courseStatement = preparedOnce((tx) =>
  tx
    .select(courseFields(seesDraftsAsAsked))
    .from(courses)
    .innerJoin(companies, eq(companies.id, courses.companyId))
    .where(eq(courses.id, sql.placeholder('courseId')))
    .prepare('course'),
)

/** As `getCourse`, for visitors too; undefined for a course that the viewer may not see. */
export async function findCourse(
  tx: Tx,
  viewer: Viewer,
  courseId: string,
): Promise<CourseAnswer | undefined> {
  const [row] = await courseStatement(tx).execute({ courseId, ...viewerValues(viewer) })
  if (!row) return undefined
  if (!row.seesDrafts && (row.course.archivedAt !== null || row.lessons === 0)) return undefined
  return toCourse(row)
}

const placedStatement = preparedOnce((tx) =>
  tx
    .select(placedLesson)
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
  const placed: PlacedLesson[] = await placedStatement(tx).execute({ courseId, ...viewerValues(viewer) })
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

/** The places of a lesson in courses that the viewer sees, the oldest course first. */
const placesStatement = preparedOnce((tx) =>
  tx
    .select({ ...placedLesson, lesson: lessons })
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
    .prepare('places_of_lesson'),
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

async function orderIn(tx: Tx, viewer: Viewer, { courseId, position }: PlacedLesson['place']) {
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
  const places = await placesStatement(tx).execute({ lessonId, ...viewerValues(viewer) })
  const placed = courseId === undefined ? places[0] : places.find(({ place }) => place.courseId === courseId)
  if (!placed) throw noLesson()
  if (!placed.place.isPreview) requireAccount(viewer)
  const { lesson, place } = placed
  const { userId } = viewer
  const states = userId === undefined ? undefined : await listLessonStates(tx, userId, [lesson.id])
  const order = await orderIn(tx, viewer, place)
  const { transcript, videoUrl, videoType } = lesson
  return {
    ...toListed(placed, order, states?.get(lesson.id) ?? null),
    course: places.map((one) => one.place.courseId),
    data: { ...toData(placed, order), transcript, videoUrl, videoType },
    captions: await captionsStatement(tx).execute({ lessonId: lesson.id }),
  }
}
