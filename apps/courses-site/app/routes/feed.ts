import { unwrap } from '@freeor/api-client/client'
import { serverApi } from '@freeor/site-frame/frame/api'
import { requestContext } from '@freeor/site-frame/frame/request-context'
import { lessonPath } from '../course/paths.ts'
import { textFile } from '../public/text-file.ts'
import { writeFeed } from '../public/write-xml.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/feed'

/** `/feed.xml`: the newest lessons, by title and description. */
export async function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const { lessons } = unwrap(await serverApi(context).GET('/api/published-lessons'))
  const entries = lessons.map(({ lessonId, courseId, slug, title, description, publishedAt }) => ({
    id: lessonId,
    path: lessonPath(courseId, slug),
    title,
    summary: description,
    at: publishedAt,
  }))
  const { siteUrl } = context.get(requestContext)
  return textFile(
    writeFeed({ siteUrl, path: '/feed.xml', title: texts.brand, entries }),
    'application/atom+xml',
  )
}
