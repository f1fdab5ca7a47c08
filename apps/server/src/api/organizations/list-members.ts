import { listDueDates } from '@freeor/courses/organizations/members/list-due-dates'
import { countMembers, listMembers } from '@freeor/courses/organizations/members/queries'
import { memberPage, memberTable } from '@freeor/courses/organizations/members/schema'
import { narrowOrgAccess } from '@freeor/courses/organizations/require-org-access'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { countedCourse, orgAccessOf } from './acting-for.ts'

export const listMembersOperation = coursesOperation({
  id: 'listMembers',
  method: 'get',
  path: '/api/org/members',
  area: 'organizations',
  summary:
    'The members of the caller’s organizations with their progress; super admins see all users, and for others there is nothing here',
  access: 'user',
  query: memberPage,
  answer: memberTable,
  async handle(call) {
    const { deps, query } = call
    const all = await orgAccessOf(call)
    const access = narrowOrgAccess(all, query.organization)
    const counted = await countedCourse(call, query.course)
    const [members, total, dueDates] = await Promise.all([
      listMembers(deps.db, access, query, counted),
      countMembers(deps.db, access, query, counted),
      listDueDates(deps.db, all, counted.course._docId),
    ])
    const lessons = counted.lessons.map(({ _docId, title, order }) => ({ _docId, title, order }))
    const organizations = [...all.organizations]
    return { course: counted.course, lessons, organizations, dueDates, total, members }
  },
})
