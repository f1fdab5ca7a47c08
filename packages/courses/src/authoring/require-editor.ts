import { companyMembers } from '@freeor/accounts/tables'
import type { UserActor } from '@freeor/kernel/actor'
import { AppError } from '@freeor/kernel/errors'
import type { CompanyRole } from '@freeor/kernel/scope'
import type { Tx } from '@freeor/postgres/database'
import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { noCourse, noLesson } from '../catalog/missing.ts'
import { courses, lessons } from '../catalog/tables.ts'

/** What a user is to the courses of an account. A user may be a member of several accounts: each course asks its own. */
export type CourseRole = CompanyRole | 'superAdmin' | 'none'

const managing: readonly CourseRole[] = ['superAdmin', 'owner', 'admin']
const editing: readonly CourseRole[] = [...managing, 'member']
const seeing: readonly CourseRole[] = [...editing, 'viewer']

/** The one table of what a role may do with the courses of its account. `none` may do nothing. */
const rolesWith = {
  'drafts.see': seeing,
  'lessons.edit': editing,
  /** Create, rename, order, publish, archive. */
  'courses.manage': managing,
} as const

export type CourseRight = keyof typeof rolesWith

/** Whether a role has a right. The server and the pages' `abilities` both ask here. */
export const mayAuthor = (role: CourseRole, right: CourseRight): boolean => rolesWith[right].includes(role)

const sentences: Readonly<Record<CourseRight, string>> = {
  'drafts.see': 'Your role in this account does not allow that.',
  'lessons.edit': 'Your role in this account may read drafts, but not edit lessons.',
  'courses.manage':
    'Only the owner and the admins of this account create, order, publish and archive courses and lessons.',
}

/** A super admin who acts as somebody else has only what that user has. */
const isSuperAdmin = ({ superAdmin, impersonatedBy }: UserActor): boolean =>
  superAdmin && impersonatedBy === undefined

const roleOf = (actor: UserActor, role: CompanyRole | null | undefined): CourseRole =>
  isSuperAdmin(actor) ? 'superAdmin' : (role ?? 'none')

/** The accounts whose drafts a user sees without being a super admin: all they are a member of, whatever their role. */
export const memberAccounts = (userId: string | Placeholder): SQL =>
  sql`(SELECT ${companyMembers.companyId} FROM ${companyMembers} WHERE ${companyMembers.userId} = ${userId})`

const isMember = (actor: UserActor, companyId: SQL): SQL | undefined =>
  and(sql`${companyMembers.companyId} = ${companyId}`, eq(companyMembers.userId, actor.userId))

/** What the acting user is to the courses of an account. */
export async function findCourseRole(tx: Tx, actor: UserActor, companyId: string): Promise<CourseRole> {
  const [row] = await tx
    .select({ role: companyMembers.role })
    .from(companyMembers)
    .where(isMember(actor, sql`${companyId}`))
  return roleOf(actor, row?.role)
}

/** The account that owns a lesson or course, and what the acting user is to it. */
export type Authorship = { readonly companyId: string; readonly role: CourseRole }

async function findOfLesson(tx: Tx, actor: UserActor, lessonId: string): Promise<Authorship | undefined> {
  const [row] = await tx
    .select({ companyId: lessons.companyId, role: companyMembers.role })
    .from(lessons)
    .leftJoin(companyMembers, isMember(actor, sql`${lessons.companyId}`))
    .where(eq(lessons.id, lessonId))
  return row && { companyId: row.companyId, role: roleOf(actor, row.role) }
}

async function findOfCourse(tx: Tx, actor: UserActor, courseId: string): Promise<Authorship | undefined> {
  const [row] = await tx
    .select({ companyId: courses.companyId, role: companyMembers.role })
    .from(courses)
    .leftJoin(companyMembers, isMember(actor, sql`${courses.companyId}`))
    .where(eq(courses.id, courseId))
  return row && { companyId: row.companyId, role: roleOf(actor, row.role) }
}

type Missing = () => AppError

/**
 * Whoever may not see drafts of the account gets the answer of a missing id, byte for byte. Members without the right
 * know that it is there: they are told what is missing.
 */
function requireCourseRight(found: Authorship | undefined, right: CourseRight, missing: Missing): Authorship {
  if (!found || !mayAuthor(found.role, 'drafts.see')) throw missing()
  if (!mayAuthor(found.role, right)) throw new AppError('forbidden', sentences[right], { details: { right } })
  return found
}

/** Who sees the drafts of the lesson's account. @throws AppError not_found */
export async function requireDraftViewer(tx: Tx, actor: UserActor, lessonId: string): Promise<Authorship> {
  return requireCourseRight(await findOfLesson(tx, actor, lessonId), 'drafts.see', noLesson)
}

/** Who may edit the lesson, archived or not. @throws AppError not_found; forbidden for the account's viewers */
export async function requireLessonEditor(tx: Tx, actor: UserActor, lessonId: string): Promise<Authorship> {
  return requireCourseRight(await findOfLesson(tx, actor, lessonId), 'lessons.edit', noLesson)
}

/** Who may publish and archive the lesson. @throws AppError not_found; forbidden for members and viewers */
export async function requireLessonOwner(tx: Tx, actor: UserActor, lessonId: string): Promise<Authorship> {
  return requireCourseRight(await findOfLesson(tx, actor, lessonId), 'courses.manage', noLesson)
}

/** Who sees the course as its authors do, archived lessons too. @throws AppError not_found */
export async function requireCourseDraftViewer(
  tx: Tx,
  actor: UserActor,
  courseId: string,
): Promise<Authorship> {
  return requireCourseRight(await findOfCourse(tx, actor, courseId), 'drafts.see', noCourse)
}

/** Who may edit what stands in the course. @throws AppError not_found; forbidden for the account's viewers */
export async function requireCourseEditor(tx: Tx, actor: UserActor, courseId: string): Promise<Authorship> {
  return requireCourseRight(await findOfCourse(tx, actor, courseId), 'lessons.edit', noCourse)
}

/** Who may change the course itself and its order. @throws AppError not_found; forbidden for members and viewers */
export async function requireCourseOwner(tx: Tx, actor: UserActor, courseId: string): Promise<Authorship> {
  return requireCourseRight(await findOfCourse(tx, actor, courseId), 'courses.manage', noCourse)
}
