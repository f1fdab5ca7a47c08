import type { ApiClient } from '@freeor/api-client/client'
import type { RouterContextProvider } from 'react-router'
import { getMe, type Me } from './api/account.ts'
import { forPage, pageProblem } from './api/page-data.ts'
import { requestContext } from './request-context.ts'

export type SignedIn = Me & { user: NonNullable<Me['user']> }

/**
 * The signed-in visitor.
 * @throws the 401 page for an anonymous one
 */
export async function requireLogin(
  context: Readonly<RouterContextProvider>,
  api: ApiClient,
): Promise<SignedIn> {
  const me = await forPage(context, getMe(api))
  if (me.user) return { ...me, user: me.user }
  throw refuse(context, 'unauthenticated', 401)
}

/**
 * The signed-in super admin; for anyone else the page is not there.
 * @throws the 401 or 404 page
 */
export async function requireSuperAdmin(
  context: Readonly<RouterContextProvider>,
  api: ApiClient,
): Promise<SignedIn> {
  const me = await requireLogin(context, api)
  if (me.user.superAdmin) return me
  throw refuse(context, 'not_found', 404)
}

/** The page that says why it is not shown. */
export function refuse(context: Readonly<RouterContextProvider>, code: string, status: number) {
  const { requestId, supportEmail } = context.get(requestContext)
  return pageProblem({ title: code, code, requestId, supportEmail }, status)
}
