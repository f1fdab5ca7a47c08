import { forPage } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import { useLocation } from 'react-router'
import { MarkdownText } from '../components/markdown-text.tsx'
import { readKeptMarkdown } from '../components/read-markdown.server.ts'
import { MailUs } from '../public/mail-us.tsx'
import { PageHead } from '../public/page-head.tsx'
import { documentMeta } from '../public/page-meta.ts'
import { readSitePage } from '../public/site-documents.ts'
import classes from '../public/text-page.module.css'
import type { Route } from './+types/text-page'

/** Pages on which the visitor is asked to write. */
const withAddress = ['/contact', '/recommend-lecturer', '/share-lessons', '/support']

export const meta = documentMeta<typeof loader>()

/** The document whose key is the path: `/terms`, `/contact` and the like. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const key = new URL(request.url).pathname.slice(1)
  const page = await forPage(context, readSitePage(serverApi(context), key))
  return { page, body: readKeptMarkdown(page.data.body) }
}

export default function TextPage({ loaderData: { page, body } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  return (
    <article>
      <PageHead title={page.name} lead={page.data.lead} />
      <div className={classes.text}>
        <MarkdownText nodes={body} />
        {withAddress.includes(pathname) ? <MailUs /> : null}
      </div>
    </article>
  )
}
