import { unwrap } from '@freeor/api-client/client'
import { forPage } from '../errors/page-problem.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { openAdmin } from './open-admin.ts'

/** How the server is now, and the last hour of the process that answered. */
export async function loadStatus(args: PageRequest) {
  const api = await openAdmin(args)
  return await forPage(args.context, api.GET('/api/admin/status').then(unwrap))
}
export type StatusData = Awaited<ReturnType<typeof loadStatus>>
