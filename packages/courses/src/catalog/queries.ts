import { companies } from '@freeor/accounts/tables'
import type { Tx } from '@freeor/postgres/database'
import { preparedOnce } from '@freeor/postgres/prepared'
import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { noCourse } from './missing.ts'
import type { CourseAnswer } from './schema.ts'
import { courses } from './tables.ts'
import { requireAccount, seesDraftsAsAsked, type Viewer, viewerValues } from './viewer.ts'
import { type SeesDrafts, visibleLessons } from './visible-lessons.ts'

type CourseRow = typeof courses.$inferSelect

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
