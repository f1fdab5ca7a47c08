import type { ApiClient } from '@freeor/api-client/client'
import { type MetaDescriptor, redirect } from 'react-router'
import { serverApi } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { requireSuperAdmin } from '../frame/visitor.ts'
import type { Site } from '../site.ts'
import type { AdminPage } from './admin-pages.ts'

/** `/admin` is the first page this site has. */
export const loadAdmin = (site: Site) => redirect(`/admin/${site.adminPages[0] ?? ''}`)

export const adminMeta = (site: Site, page: AdminPage): MetaDescriptor[] => [
  { title: site.texts.titleOf(site.texts.operator.pages[page]) },
]

/**
 * The API as the super admin who is here.
 * @throws the 401 or 404 page
 */
export async function openAdmin({ context }: Pick<PageRequest, 'context'>): Promise<ApiClient> {
  const api = serverApi(context)
  await requireSuperAdmin(context, api)
  return api
}
