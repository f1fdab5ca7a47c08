import { unwrap } from '@freeor/api-client/client'
import { forPage } from '../errors/page-problem.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { openAdmin } from './open-admin.ts'
import { given, nextPageOf, pageLength, readFilter } from './read-filter.ts'

export const userStates = ['active', 'banned', 'unverified', 'super_admin'] as const

/** People, newest first, filtered by the address. */
export async function loadUsers(args: PageRequest) {
  const api = await openAdmin(args)
  const { text, oneOf } = readFilter(args.request)
  const query = given({ q: text('q'), state: oneOf('state', userStates), after: text('after') })
  const { users } = await forPage(
    args.context,
    api.GET('/api/admin/users', { params: { query: { ...query, limit: pageLength } } }).then(unwrap),
  )
  const last = users.length === pageLength ? users.at(-1)?.id : undefined
  return { users, next: nextPageOf(args.request, 'after', last) }
}
