import { Readable } from 'node:stream'
import { memberFilter } from '@freeor/courses/organizations/members/schema'
import { narrowOrgAccess } from '@freeor/courses/organizations/require-org-access'
import { coursesOperation } from '../../sites/courses/courses-deps.ts'
import { countedCourse, orgAccessOf } from './acting-for.ts'
import { memberFile } from './member-file.ts'

export const exportMembersOperation = coursesOperation({
  id: 'exportMembers',
  method: 'get',
  path: '/api/org/members.csv',
  area: 'organizations',
  summary:
    'The table of members as CSV that is inert in a spreadsheet, with the filter and the order of the page',
  access: 'user',
  whileImpersonating: 'refused',
  query: memberFilter,
  produces: 'text/csv',
  async handle(call) {
    const { deps, query } = call
    const access = narrowOrgAccess(await orgAccessOf(call), query.organization)
    const counted = await countedCourse(call, query.course)
    const text = Readable.from(memberFile(deps.db, access, query, counted))
    const day = deps.clock.now().toISOString().slice(0, 10)
    return new Response(Readable.toWeb(text.map((piece: string) => Buffer.from(piece))) as ReadableStream, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="members-${day}.csv"`,
        'cache-control': 'no-store',
      },
    })
  },
})
