import { readOneMember } from '@freeor/courses/organizations/members/read-one-member'
import { oneMember } from '@freeor/courses/organizations/members/schema'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { countedCourse, memberParams, orgAccessOf } from './acting-for.ts'

export const readMemberOperation = coursesOperation({
  id: 'readMember',
  method: 'get',
  path: '/api/org/members/{userId}',
  area: 'organizations',
  summary:
    'One member’s quiz progress: percent, scores, dates, minutes watched and certificate, never a chosen answer',
  access: 'user',
  params: memberParams,
  query: z.strictObject({ course: z.string().max(60).optional() }),
  answer: oneMember,
  async handle(call) {
    const access = await orgAccessOf(call)
    const counted = await countedCourse(call, call.query.course)
    return await readOneMember(call.deps.db, access, call.params.userId, counted)
  },
})
