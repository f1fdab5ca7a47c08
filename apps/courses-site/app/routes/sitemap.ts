import { requestContext } from '@freeor/site-frame/frame/request-context'
import { publicPaths } from '../public/public-paths.ts'
import { textFile } from '../public/text-file.ts'
import { writeSitemap } from '../public/write-xml.ts'
import type { Route } from './+types/sitemap'

/** `/sitemap.xml` */
export const loader = ({ context }: Pick<Route.LoaderArgs, 'context'>) =>
  textFile(writeSitemap(context.get(requestContext).siteUrl, publicPaths), 'application/xml')
