import { setDueDate } from '@freeor/courses/organizations/members/commands'
import { organizationName } from '@freeor/courses/organizations/schema'
import { hasKnownYear, knownYears } from '@freeor/kernel/years'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { countedCourse, orgActionOf } from './acting-for.ts'

export const setDueDateOperation = coursesOperation({
  id: 'setDueDate',
  method: 'put',
  path: '/api/org/due-dates',
  area: 'organizations',
  summary: 'Sets until when the members of an organization are to have finished a course; they see it',
  access: 'user',
  body: z.strictObject({
    organization: organizationName,
    course: z.string().max(60).optional(),
    /** Empty for none. */
    dueOn: z.union([z.iso.date().refine(hasKnownYear, knownYears), z.literal('')]),
  }),
  status: 204,
  async handle(call) {
    const { deps, body } = call
    const action = await orgActionOf(call)
    const { organization, dueOn } = body
    const { course } = await countedCourse(call, body.course)
    await setDueDate(deps.db, action, { organization, dueOn: dueOn || null, courseId: course._docId })
    deps.notices.notifyMembers()
    return new Response(null, { status: 204 })
  },
})
