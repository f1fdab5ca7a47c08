import { confirmMember } from '@freeor/courses/organizations/members/commands'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { memberParams, orgActionOf } from './acting-for.ts'

export const confirmMemberOperation = coursesOperation({
  id: 'confirmMember',
  method: 'put',
  path: '/api/org/members/{userId}/confirmation',
  area: 'organizations',
  summary: 'Says that a member belongs to the organization that their profile names, or takes it back',
  access: 'user',
  params: memberParams,
  body: z.strictObject({ confirmed: z.boolean() }),
  status: 204,
  async handle(call) {
    const { deps, params, body } = call
    const member = { userId: params.userId, isConfirmed: body.confirmed }
    await confirmMember(deps.db, await orgActionOf(call), member)
    deps.notices.notifyMembers()
    return new Response(null, { status: 204 })
  },
})
