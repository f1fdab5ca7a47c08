import { describePublicPage, pageMeta } from '@freeor/site-frame/frame/page-meta'
import type { SitePage } from './site-documents.ts'

/** The `meta` of a page whose loader gives its document: the heading is the title. */
export const documentMeta = <
  Load extends (...args: never[]) => Promise<{ page: Pick<SitePage, 'name' | 'description'> }>,
>() =>
  pageMeta<Load>((site, loaderData) => {
    const page = (loaderData as { page: Pick<SitePage, 'name' | 'description'> } | undefined)?.page
    if (!page) return [{ title: site.texts.titleOf(site.texts.states.notFound) }]
    const { name: title, description } = page
    return describePublicPage(site, { title, ...(description ? { description } : {}) })
  })
