import { Title } from '@mantine/core'
import type { PageProps } from '../frame/page.ts'
import { documentMeta } from './document-meta.ts'
import { loadTextPage } from './load-text-page.ts'
import { MarkdownText } from './markdown-text.tsx'
import classes from './text-page.module.css'

export const meta = documentMeta<typeof loader>()

export const loader = loadTextPage

/** A page of text that every site has: the terms, the privacy notice. A site may set them in its own way. */
export default function TextPage({ loaderData: { page, body } }: PageProps<typeof loader>) {
  return (
    <article className={classes.text}>
      <Title order={1}>{page.name}</Title>
      {page.lead ? <p className={classes.lead}>{page.lead}</p> : null}
      <MarkdownText nodes={body} />
    </article>
  )
}
