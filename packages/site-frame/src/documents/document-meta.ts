import { describePublicPage, pageMeta } from '../frame/page-meta.ts'

/** What a page says of itself: the heading, and a sentence for search engines. */
type Described = { readonly name: string; readonly description: string }

/** The `meta` of a page whose loader gives its document: the heading is the title. */
export const documentMeta = <Load extends (...args: never[]) => Promise<{ page: Described }>>() =>
  pageMeta<Load>((site, loaderData) => {
    const page = (loaderData as { page: Described } | undefined)?.page
    if (!page) return [{ title: site.texts.titleOf(site.texts.states.notFound) }]
    const { name: title, description } = page
    return describePublicPage(site, { title, ...(description ? { description } : {}) })
  })
