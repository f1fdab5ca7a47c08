import { type ApiClient, unwrap } from '@freeor/api-client/client'
import { forPage, refuse } from '../errors/page-problem.ts'
import { serverApi } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { requireLogin } from '../frame/visitor.ts'

export type OpenContent = Awaited<ReturnType<typeof openContent>>

/**
 * The API and the collections of this site that the visitor edits. For whoever edits none the page does not exist.
 * @throws the 401 or 404 page
 */
export async function openContent({ context }: Pick<PageRequest, 'context'>) {
  const api: ApiClient = serverApi(context)
  const { user } = await requireLogin(context, api)
  const { name: site } = siteOf(context)
  const { boards } = await forPage(
    context,
    api.GET('/api/content-boards', { params: { query: { site } } }).then(unwrap),
  )
  if (boards.length === 0) throw refuse(context, 'not_found', 404)
  return { api, site, boards, isSuperAdmin: user.superAdmin }
}

export type Board = OpenContent['boards'][number]

/** One of them. @throws the 404 page */
export async function openBoard(args: PageRequest & { params: { collection: string } }) {
  const open = await openContent(args)
  const board = open.boards.find(({ collection }) => collection === args.params.collection)
  if (!board) throw refuse(args.context, 'not_found', 404)
  return { ...open, board }
}
