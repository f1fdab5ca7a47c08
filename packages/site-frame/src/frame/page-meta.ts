import type { MetaArgs, MetaDescriptor, MetaFunction } from 'react-router'
import type { Site } from '../site.ts'
import type { Loaded } from './page.ts'

/** The `handle` of a site's root: `meta` functions are not components, so they find the site there. */
export type RootHandle = { site: Site }

const isRootHandle = (handle: unknown): handle is RootHandle =>
  typeof handle === 'object' && handle !== null && 'site' in handle

function siteAmong(matches: MetaArgs['matches']): Site {
  const handle = matches.map((match) => match?.handle).find(isRootHandle)
  if (!handle) throw new Error("A page's meta needs the handle of its site's root")
  return handle.site
}

/**
 * A route module's `meta` out of what `describe` says of the page, for the site it is shown on. `loaderData` is absent
 * where the loader failed.
 */
export const pageMeta =
  <Load = unknown>(
    describe: (site: Site, loaderData: Loaded<Load> | undefined) => MetaDescriptor[],
  ): MetaFunction =>
  ({ matches, loaderData }) =>
    describe(siteAmong(matches), loaderData as Loaded<Load> | undefined)

/** The same for a page that has only a title: `titleOf` gives it without the site's name. */
export const titleMeta = <Load = unknown>(
  titleOf: (texts: Site['texts'], loaderData: Loaded<Load> | undefined) => string,
): MetaFunction =>
  pageMeta<Load>(({ texts }, loaderData) => [{ title: texts.titleOf(titleOf(texts, loaderData)) }])

/** A page whose address holds a secret, which must not travel on in a Referer. */
export const noReferrer: MetaDescriptor = { name: 'referrer', content: 'no-referrer' }

type About = {
  /** Of the page, without the site's name. */
  title: string
  /** What it is about, in a sentence; the site's own unless told. */
  description?: string
}

/** What a public page tells search engines and users who share its address. The picture is the document's. */
export function describePublicPage(
  { texts }: Site,
  { title, description = texts.description }: About,
): MetaDescriptor[] {
  const whole = texts.titleOf(title)
  return [
    { title: whole },
    { name: 'description', content: description },
    { property: 'og:title', content: whole },
    { property: 'og:description', content: description },
  ]
}

/** The `meta` of such a page. */
export const publicMeta = (aboutOf: (texts: Site['texts']) => About): MetaFunction =>
  pageMeta((site) => describePublicPage(site, aboutOf(site.texts)))
