import type { ServerEvent, StreamAccess } from '@freeor/accounts/live/ports'
import { type CourseRows, courseTopic } from './course-notices.ts'

/**
 * What of a batch a viewer may know: their own lessons (`progress`; no ids: all of them), the members of the
 * organizations they are an admin of (`members`; no ids: who is in the table), courses that learners see, and every course
 * of the accounts they are a member of (`course`).
 */
export function eventsFor(
  rows: CourseRows,
  viewer: StreamAccess,
  organizationOf: ReadonlyMap<string, string>,
): readonly ServerEvent[] {
  const organizations = viewer.rights[courseTopic] ?? []
  const isTheirs = (userId: string) => {
    const organization = organizationOf.get(userId)
    return organization !== undefined && organizations.includes(organization)
  }
  const sees = (userId: string) => viewer.superAdmin || isTheirs(userId)
  const isAdmin = viewer.superAdmin || organizations.length > 0
  const members = [...new Set(rows.progress.map(([userId]) => userId).filter(sees))]
  const own = rows.progress.filter(([userId]) => userId === viewer.userId).map(([, lessonId]) => lessonId)
  const courses = rows.courses
    .filter(({ companyId, isShown }) => isShown || viewer.superAdmin || viewer.companies.includes(companyId))
    .map(({ courseId }) => courseId)
  const events: ServerEvent[] = []
  if (rows.members && isAdmin) events.push({ event: 'members', ids: [] })
  else if (members.length > 0) events.push({ event: 'members', ids: members })
  if (own.length > 0) events.push({ event: 'progress', ids: own.includes('') ? [] : [...new Set(own)] })
  if (courses.length > 0) events.push({ event: 'course', ids: courses })
  return events
}
