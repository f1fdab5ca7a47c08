import type { NoticeBatch } from './collect-notices.ts'
import type { StreamAccess } from './ports.ts'

/**
 * What a browser is told: ids only, which it reads again with its own rights. `refresh`: anything may have changed.
 * `members`: the rows of these users in the viewer's table; none for "who is in it". `progress`: the viewer's own
 * lessons; none for all. `courses`: these courses, or lessons of them.
 */
export type ServerEvent =
  | { readonly event: 'refresh' }
  | { readonly event: 'members'; readonly ids: readonly string[] }
  | { readonly event: 'progress'; readonly ids: readonly string[] }
  | { readonly event: 'courses'; readonly ids: readonly string[] }

export const refreshEvent: ServerEvent = { event: 'refresh' }

/**
 * What of a batch a viewer may know: their own lessons, the members of the organizations they are an admin of, courses
 * that learners see, and every course of the accounts they are a member of.
 */
export function eventsFor(
  batch: NoticeBatch,
  viewer: StreamAccess,
  organizationOf: ReadonlyMap<string, string>,
): readonly ServerEvent[] {
  const isTheirs = (userId: string) => {
    const organization = organizationOf.get(userId)
    return organization !== undefined && viewer.organizations.includes(organization)
  }
  const sees = (userId: string) => viewer.superAdmin || isTheirs(userId)
  const isAdmin = viewer.superAdmin || viewer.organizations.length > 0
  const members = [...new Set(batch.progress.map(([userId]) => userId).filter(sees))]
  const own = batch.progress.filter(([userId]) => userId === viewer.userId).map(([, lessonId]) => lessonId)
  const courses = (batch.courses ?? [])
    .filter(([, companyId, isShown]) => isShown || viewer.superAdmin || viewer.companies.includes(companyId))
    .map(([courseId]) => courseId)
  const events: ServerEvent[] = []
  if (batch.members && isAdmin) events.push({ event: 'members', ids: [] })
  else if (members.length > 0) events.push({ event: 'members', ids: members })
  if (own.length > 0) events.push({ event: 'progress', ids: own.includes('') ? [] : [...new Set(own)] })
  if (courses.length > 0) events.push({ event: 'courses', ids: courses })
  return events
}
