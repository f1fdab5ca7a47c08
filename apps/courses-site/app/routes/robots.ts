import { requestContext } from '@freeor/site-frame/frame/request-context'
import { closedPaths } from '../public/public-paths.ts'
import { textFile } from '../public/text-file.ts'
import type { Route } from './+types/robots'

/** `/robots.txt` */
export function loader({ context }: Pick<Route.LoaderArgs, 'context'>) {
  const { siteUrl } = context.get(requestContext)
  const lines = ['User-agent: *', ...closedPaths.map((path) => `Disallow: ${path}`)]
  return textFile(`${lines.join('\n')}\n\nSitemap: ${new URL('/sitemap.xml', siteUrl).href}\n`, 'text/plain')
}
