import type { OrgAction } from '@freeor/courses/organizations/members/commands'
import { readCountedCourse } from '@freeor/courses/organizations/members/read-course-lessons'
import { type OrgAccess, requireOrgAccess } from '@freeor/courses/organizations/require-org-access'
import type { UserActor } from '@freeor/kernel/actor'
import { z } from 'zod'
import type { CoursesDeps } from '../../sites/courses/courses-deps.ts'
import { courseIdOf } from '../courses/course-params.ts'

export const memberParams = z.strictObject({ userId: z.string().max(60) })

type Call = { deps: CoursesDeps; user(): UserActor }

/** The caller's access; it does not exist for those who have none. @throws AppError not_found */
export const orgAccessOf = async ({ deps, user }: Call): Promise<OrgAccess> =>
  await requireOrgAccess(deps.db, user(), deps.configuredOrganizations)

/** Who does something for an organization, when and from where. @throws AppError not_found */
export const orgActionOf = async (call: Call & { clientAddress: string }): Promise<OrgAction> => ({
  access: await orgAccessOf(call),
  now: call.deps.clock.now(),
  ipAddress: call.clientAddress,
})

/** The course that is named, else the default one, with the lessons that count. @throws AppError not_found */
export const countedCourse = async ({ deps }: Pick<Call, 'deps'>, named: string | undefined) =>
  await readCountedCourse(deps.db, courseIdOf(deps, named ?? 'intro'))
