import { type ApiClient, unwrap } from '@freeor/api-client/client'
import { forPage, lostAccess, refuse } from '../errors/page-problem.ts'
import type { PageContext } from './request-context.ts'

/** The visitor, with their company and what it may still download. */
export async function getMe(api: ApiClient) {
  return unwrap(await api.GET('/api/me'))
}
export type Me = Awaited<ReturnType<typeof getMe>>

export type SignedIn = Me & { user: NonNullable<Me['user']> }

/**
 * The signed-in visitor, who works in an account.
 * @throws the 401 page for an anonymous one, the lost-access screen for one who was removed
 */
export async function requireLogin(context: PageContext, api: ApiClient): Promise<SignedIn> {
  const me = await forPage(context, getMe(api))
  if (!me.user) throw refuse(context, 'unauthenticated', 401)
  if (me.access === 'lost') throw refuse(context, lostAccess, 403)
  return { ...me, user: me.user }
}

/**
 * The signed-in super admin; for any other visitor the page does not exist.
 * @throws the 401 or 404 page
 */
export async function requireSuperAdmin(context: PageContext, api: ApiClient): Promise<SignedIn> {
  const me = await requireLogin(context, api)
  if (me.user.superAdmin) return me
  throw refuse(context, 'not_found', 404)
}
