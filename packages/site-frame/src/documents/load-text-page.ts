import { unwrap } from '@freeor/api-client/client'
import { forPage } from '../errors/page-problem.ts'
import { serverApi } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { readKeptMarkdown } from './read-markdown.server.ts'

type PageDocument = {
  readonly name: string
  readonly description: string
  readonly data: { readonly lead: string; readonly body: string }
}

/** The page of text whose key is the path: `/terms` and the like. @throws the 404 page when it was archived */
export async function loadTextPage({ url, context }: PageRequest) {
  const key = url.pathname.slice(1)
  const path = { site: siteOf(context).name, collection: 'pages', key } as const
  const answer = await forPage(
    context,
    serverApi(context).GET('/api/content/{site}/{collection}/{key}', { params: { path } }).then(unwrap),
  )
  // The compiler does not see that the answer is of the collection that was asked for.
  const { name, description, data } = answer.document as PageDocument
  return { page: { name, description, lead: data.lead }, body: await readKeptMarkdown(data.body) }
}
