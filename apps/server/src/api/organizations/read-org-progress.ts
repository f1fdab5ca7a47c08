import { readOrgProgress } from '@freeor/courses/organizations/members/read-progress'
import { orgProgress } from '@freeor/courses/organizations/members/schema'
import { narrowOrgAccess } from '@freeor/courses/organizations/require-org-access'
import { z } from 'zod'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { countedCourse, orgAccessOf } from './acting-for.ts'

export const readOrgProgressOperation = coursesOperation({
  id: 'readOrgProgress',
  method: 'get',
  path: '/api/org/progress',
  area: 'organizations',
  summary: 'The progress of all members together: in all, by lesson and by week',
  access: 'user',
  query: z.strictObject({
    course: z.string().max(60).optional(),
    organization: z.string().max(200).optional(),
  }),
  answer: orgProgress,
  async handle(call) {
    const { deps, query } = call
    const all = await orgAccessOf(call)
    const access = narrowOrgAccess(all, query.organization)
    const counted = await countedCourse(call, query.course)
    const progress = await readOrgProgress(deps.db, access, counted, deps.clock.now())
    return { ...progress, organizations: [...all.organizations] }
  },
})
