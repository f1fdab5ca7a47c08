import { companies, users } from '@freeor/accounts/tables'
import { planInForce } from '@freeor/billing/plan-in-force'
import { findCustomer } from '@freeor/billing/subscriptions/queries'
import { AppError } from '@freeor/kernel/errors'
import type { Tx } from '@freeor/postgres/database'
import { and, count, eq, isNull } from 'drizzle-orm'
import { coursePlans, findCoursePlan } from '../../allowance/course-plans.ts'
import { courseLessons, courses, lessons } from '../../catalog/tables.ts'
import type { AuthorPlan } from './schema.ts'

const superAdminsPlan: AuthorPlan = { planID: null, subscription_status: null, courses: null, lessons: null }

/**
 * What a company may make: null when it never chose a course plan, as nobody there is an author. Companies of super
 * admins have no limit.
 */
export async function findAuthorPlan(tx: Tx, companyId: string): Promise<AuthorPlan | null> {
  const [owner] = await tx
    .select({ role: users.role })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.ownerUserId))
    .where(eq(companies.id, companyId))
  if (owner?.role === 'super_admin') return superAdminsPlan
  const customer = await findCustomer(tx, { companyId, site: coursePlans.site })
  if (!customer) return null
  const force = planInForce(customer)
  const { planID, subscriptionStatus: subscription_status } = customer
  const { courses: most = 0, lessons: each = 0 } = force === undefined ? {} : (findCoursePlan(force) ?? {})
  return { planID, subscription_status, courses: most, lessons: each }
}

/** Courses of an account that are not archived. */
export async function countCourses(tx: Tx, companyId: string): Promise<number> {
  const [row] = await tx
    .select({ all: count() })
    .from(courses)
    .where(and(eq(courses.companyId, companyId), isNull(courses.archivedAt)))
  return row?.all ?? 0
}

/** Lessons of a course, drafts included, archived ones not. */
export async function countLessons(tx: Tx, courseId: string): Promise<number> {
  const [row] = await tx
    .select({ all: count() })
    .from(courseLessons)
    .innerJoin(lessons, eq(lessons.id, courseLessons.lessonId))
    .where(and(eq(courseLessons.courseId, courseId), isNull(lessons.archivedAt)))
  return row?.all ?? 0
}

/**
 * Locks what an account may make until the transaction ends: whatever counts its courses and lessons, or orders them,
 * waits here. The account's row is the lock, as for its seats.
 * @throws AppError payment_required for an account that never chose a plan
 */
export async function lockAuthor(tx: Tx, companyId: string): Promise<LockedAuthor> {
  await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('no key update')
  const plan = await findAuthorPlan(tx, companyId)
  return { companyId, plan }
}

export type LockedAuthor = { readonly companyId: string; readonly plan: AuthorPlan | null }

type Kind = 'courses' | 'lessons'
type Use = { readonly kind: Kind; readonly used: number; readonly adding: number }

/** Where the upgrade call leads. */
const upgradePath = '/_subscribe/'

const words: Readonly<Record<Kind, (n: number) => string>> = {
  courses: (n) => (n === 1 ? '1 course' : `${n} courses`),
  lessons: (n) => (n === 1 ? '1 lesson in a course' : `${n} lessons in a course`),
}

function refusal(plan: AuthorPlan | null, { kind, used }: Use): AppError {
  const allowed = plan?.[kind] ?? 0
  const details = { limit: kind, allowed, used, upgrade: upgradePath }
  if (!plan) return new AppError('payment_required', 'Choose a plan to create courses.', { details })
  if (allowed === 0)
    return new AppError('payment_required', 'Your plan has ended. Choose a plan to go on creating.', {
      details: { ...details, subscription_status: plan.subscription_status },
    })
  return new AppError(
    'payment_required',
    `Your plan has room for ${words[kind](allowed)}. Upgrade to have more.`,
    { details },
  )
}

function requireRoom({ plan }: LockedAuthor, use: Use): void {
  const allowed = plan ? plan[use.kind] : 0
  if (allowed === null || use.used + use.adding <= allowed) return
  throw refusal(plan, use)
}

/**
 * @param adding how many courses are added; 0 asks whether those that are there are within the plan
 * @throws AppError payment_required with the numbers and where to upgrade
 */
export async function requireRoomForCourses(tx: Tx, author: LockedAuthor, adding: number): Promise<void> {
  const used = await countCourses(tx, author.companyId)
  requireRoom(author, { kind: 'courses', used, adding })
}

/**
 * @param adding how many lessons the course gets; 0 asks whether those that are there are within the plan
 * @throws AppError payment_required with the numbers and where to upgrade
 */
export async function requireRoomForLessons(
  tx: Tx,
  author: LockedAuthor,
  { courseId, adding }: { readonly courseId: string; readonly adding: number },
): Promise<void> {
  const used = await countLessons(tx, courseId)
  requireRoom(author, { kind: 'lessons', used, adding })
}

/**
 * Whether a lesson may come into sight: all the courses it stands in, archived ones not counted, are within the plan.
 * @throws AppError payment_required
 */
export async function requireRoomToShow(tx: Tx, author: LockedAuthor, use: ShownLesson): Promise<void> {
  await requireRoomForCourses(tx, author, 0)
  const rows = await tx
    .select({ courseId: courses.id })
    .from(courseLessons)
    .innerJoin(courses, eq(courses.id, courseLessons.courseId))
    .where(and(eq(courseLessons.lessonId, use.lessonId), isNull(courses.archivedAt)))
  for (const { courseId } of rows)
    await requireRoomForLessons(tx, author, { courseId, adding: use.isArchived ? 1 : 0 })
}

type ShownLesson = { readonly lessonId: string; readonly isArchived: boolean }
