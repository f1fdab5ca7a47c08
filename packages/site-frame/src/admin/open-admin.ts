import type { ApiClient } from '@freeor/api-client/client'
import { serverApi } from '../frame/api.ts'
import { titleMeta } from '../frame/page-meta.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { requireSuperAdmin } from '../frame/visitor.ts'
import type { AdminPage } from './admin-pages.ts'
import { adminTexts } from './admin-texts.ts'

/** The `meta` of a page of the admin area. */
export const adminMeta = (page: AdminPage) => titleMeta(() => adminTexts.pages[page])

/**
 * The API as the super admin who is signed in.
 * @throws the 401 or 404 page
 */
export async function openAdmin({ context }: Pick<PageRequest, 'context'>): Promise<ApiClient> {
  const api = serverApi(context)
  await requireSuperAdmin(context, api)
  return api
}
