import { companies } from '@freeor/accounts/tables'
import type { UserActor } from '@freeor/kernel/actor'
import type { Tx } from '@freeor/postgres/database'
import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { quizAttempts } from '../../attempts/tables.ts'
import { inOrder, type LessonInCourse, lessonInCourse, toListed } from '../../catalog/lesson-in-course.ts'
import { noCourse } from '../../catalog/missing.ts'
import { findCourse } from '../../catalog/queries.ts'
import { courseLessons, courses, lessons } from '../../catalog/tables.ts'
import { viewerOf } from '../../catalog/viewer.ts'
import type { Positioned } from '../order/place-after.ts'
import { findAuthorPlan } from '../plan-limits/queries.ts'
import type { CourseEditing } from '../ports.ts'
import { findCourseRole, mayAuthor, requireCourseDraftViewer } from '../require-editor.ts'
import type { AccountLesson, CourseOutline, ListAccountLessonsQuery, OutlinedLesson } from './schema.ts'

/** All lessons of a course in order, archived ones too. */
export async function listCourseLessons(
  tx: Tx,
  courseId: string,
): Promise<(Positioned & { readonly slug: string })[]> {
  return await tx
    .select({
      id: courseLessons.lessonId,
      position: courseLessons.position,
      slug: courseLessons.slug,
    })
    .from(courseLessons)
    .where(eq(courseLessons.courseId, courseId))
    .orderBy(inOrder)
}

/** Attempts that learners have not finished, by lesson. A lesson without any is not in it. */
export async function countOpenAttempts(
  tx: Tx,
  lessonIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (lessonIds.length === 0) return new Map()
  const rows = await tx
    .select({ lessonId: quizAttempts.lessonId, open: count() })
    .from(quizAttempts)
    .where(and(inArray(quizAttempts.lessonId, [...lessonIds]), isNull(quizAttempts.gradedAt)))
    .groupBy(quizAttempts.lessonId)
  return new Map(rows.map(({ lessonId, open }) => [lessonId, open]))
}

type CourseOfLesson = { readonly lessonId: string; readonly courseId: string; readonly name: string }

/** The courses that lessons stand in. */
async function listCoursesOfLessons(tx: Tx, lessonIds: readonly string[]): Promise<CourseOfLesson[]> {
  if (lessonIds.length === 0) return []
  return await tx
    .select({ lessonId: courseLessons.lessonId, courseId: courses.id, name: courses.name })
    .from(courseLessons)
    .innerJoin(courses, eq(courses.id, courseLessons.courseId))
    .where(inArray(courseLessons.lessonId, [...lessonIds]))
    .orderBy(courses.name, courses.id)
}

/**
 * A course as its authors see it: drafts and archived lessons, what is open, and what the plan of its account allows.
 * @throws AppError not_found for everybody who does not see its drafts
 */
export async function readOutline(tx: Tx, { actor, courseId }: CourseEditing): Promise<CourseOutline> {
  const { companyId, role } = await requireCourseDraftViewer(tx, actor, courseId)
  const course = await findCourse(tx, viewerOf(actor), courseId)
  if (!course) throw noCourse()
  const placed: LessonInCourse[] = await tx
    .select(lessonInCourse)
    .from(courseLessons)
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .innerJoin(companies, eq(companies.id, lessons.companyId))
    .where(eq(courseLessons.courseId, courseId))
    .orderBy(inOrder)
  const ids = placed.map(({ lesson }) => lesson.id)
  const [open, coursesOfLessons] = [await countOpenAttempts(tx, ids), await listCoursesOfLessons(tx, ids)]
  const outlined = (one: LessonInCourse, at: number): OutlinedLesson => {
    const { state: _, ...listed } = toListed(one, at + 1, null)
    const otherCourses = coursesOfLessons
      .filter((one) => one.lessonId === listed._docId && one.courseId !== courseId)
      .map(({ courseId: other, name }) => ({ courseId: other, name }))
    return { ...listed, openAttempts: open.get(listed._docId) ?? 0, otherCourses }
  }
  const current = placed.filter(({ lesson }) => lesson.archivedAt === null)
  return {
    course,
    lessons: current.map(outlined),
    archivedLessons: placed.filter(({ lesson }) => lesson.archivedAt !== null).map(outlined),
    abilities: { edit: mayAuthor(role, 'lessons.edit'), manage: mayAuthor(role, 'courses.manage') },
    plan: await findAuthorPlan(tx, companyId),
    used: current.length,
  }
}

const lessonOrders = {
  title: sql`lower(${lessons.title})`,
  _created: lessons.createdAt,
  lastUpdated: lessons.updatedAt,
} as const

/**
 * The lessons of the account the user works in, for its authors: those that may be added to another of its courses.
 * @throws AppError not_found for whoever does not see its drafts
 */
export async function listAccountLessons(
  tx: Tx,
  { actor, companyId }: { readonly actor: UserActor; readonly companyId: string },
  { archived, course, aid, sort, descending }: ListAccountLessonsQuery,
): Promise<AccountLesson[]> {
  if (!mayAuthor(await findCourseRole(tx, actor, companyId), 'drafts.see')) throw noCourse()
  const stands = sql<string[]>`ARRAY(SELECT ${courseLessons.courseId} FROM ${courseLessons}
    WHERE ${courseLessons.lessonId} = ${lessons.id} ORDER BY 1)`
  const rows = await tx
    .select({
      lesson: lessons,
      aid: companies.ownerUserId,
      questions: lessonInCourse.questions,
      course: stands,
    })
    .from(lessons)
    .innerJoin(companies, eq(companies.id, lessons.companyId))
    .where(
      and(
        eq(lessons.companyId, companyId),
        aid === undefined ? undefined : eq(companies.ownerUserId, aid),
        archived === 'any' ? undefined : sql`(${lessons.archivedAt} IS NOT NULL) = ${archived === 'true'}`,
        course === undefined ? undefined : sql`${course} = ANY(${stands})`,
      ),
    )
    .orderBy(descending ? desc(lessonOrders[sort]) : asc(lessonOrders[sort]), asc(lessons.id))
    .limit(1000)
  return rows.map(({ lesson, questions, ...row }) => ({
    ...{ _docId: lesson.id, aid: row.aid, archived: lesson.archivedAt !== null, favorite: lesson.favorite },
    ...{ themeColor: lesson.themeColor, course: row.course },
    _created: lesson.createdAt.toISOString(),
    lastUpdated: lesson.updatedAt.toISOString(),
    data: {
      published: lesson.published,
      title: lesson.title,
      quiz: { name: lesson.quizName, questions },
    },
  }))
}
