import type { ApiClient } from '@freeor/api-client/client'
import { type MetaDescriptor, redirect } from 'react-router'
import { forPage, refuse } from '../errors/page-problem.ts'
import { serverApi } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { getMe, type SignedIn } from '../frame/visitor.ts'
import type { Site } from '../site.ts'
import { type PaneId, visiblePanes } from './panes.ts'

/** `/change_password` is that pane of the settings, for who is logged in and who is not. */
export const loadChangePasswordLink = () => redirect('/settings/change_password')

/** `/settings` is its first pane. */
export const loadSettings = () => redirect('/settings/profile')

export const paneMeta = (site: Site, id: PaneId): MetaDescriptor[] => [
  { title: site.texts.titleOf(site.texts.settings.panes[id]) },
]

/**
 * The signed-in person at a pane of the settings, and the API as them.
 * @throws a redirect to the login, which leads back here; the 404 page for who may not see the pane
 */
export async function openPane(
  { context }: Pick<PageRequest, 'context'>,
  id: PaneId,
): Promise<{ api: ApiClient; me: SignedIn }> {
  const api = serverApi(context)
  const me = await forPage(context, getMe(api))
  if (!me.user) throw redirect(`/login?next=${encodeURIComponent(`/settings/${id}`)}`)
  if (!visiblePanes(me).includes(id)) throw refuse(context, 'not_found', 404)
  return { api, me: { ...me, user: me.user } }
}
