import { documentMeta } from '@freeor/site-frame/documents/document-meta'
import { loadTextPage } from '@freeor/site-frame/documents/load-text-page'
import { MarkdownText } from '@freeor/site-frame/documents/markdown-text'
import { useLocation } from 'react-router'
import { MailUs } from '../public/mail-us.tsx'
import { PageHead } from '../public/page-head.tsx'
import classes from '../public/text-page.module.css'
import type { Route } from './+types/text-page'

/** Pages on which the visitor is asked to write. */
const withAddress = ['/contact', '/recommend-lecturer', '/share-lessons', '/support']

export const meta = documentMeta<typeof loader>()

export const loader = loadTextPage

/** A page of text, set like a book's. */
export default function TextPage({ loaderData: { page, body } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  return (
    <article>
      <PageHead title={page.name} lead={page.lead} />
      <div className={classes.text}>
        <MarkdownText nodes={body} />
        {withAddress.includes(pathname) ? <MailUs /> : null}
      </div>
    </article>
  )
}
