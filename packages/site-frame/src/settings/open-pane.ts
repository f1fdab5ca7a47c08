import type { ApiClient } from '@freeor/api-client/client'
import { redirect } from 'react-router'
import { forPage, lostAccess, refuse } from '../errors/page-problem.ts'
import { serverApi } from '../frame/api.ts'
import { titleMeta } from '../frame/page-meta.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { getMe, type SignedIn } from '../frame/visitor.ts'
import type { Site } from '../site.ts'
import { needsRight, type PaneId, visiblePanes } from './panes.ts'
import { settingsTexts } from './settings-texts.ts'

/** The `meta` of a pane's page. */
export const paneMeta = (id: PaneId) => titleMeta((_texts) => settingsTexts.panes[id])

/** The signed-in user of a pane, the API as them, and the site they are on. */
export type OpenedPane = { api: ApiClient; me: SignedIn; site: Site }

/**
 * Opens a pane of the settings.
 * @throws for somebody who is logged out a redirect to the login, which leads back here, or the 401 page for a form, which
 * the browser keeps; the lost-access screen for one who was removed, where the pane is about an account; the 404 page for
 * another user who may not see it
 */
export async function openPane(
  { context, request, url: { pathname, search } }: PageRequest,
  id: PaneId,
): Promise<OpenedPane> {
  const api = serverApi(context)
  const me = await forPage(context, getMe(api))
  if (!me.user && request.method !== 'GET') throw refuse(context, 'unauthenticated', 401)
  if (!me.user) throw redirect(`/login?next=${encodeURIComponent(pathname + search)}`)
  if (me.access === 'lost' && needsRight(id)) throw refuse(context, lostAccess, 403)
  if (!visiblePanes(me).includes(id)) throw refuse(context, 'not_found', 404)
  return { api, me: { ...me, user: me.user }, site: siteOf(context) }
}
