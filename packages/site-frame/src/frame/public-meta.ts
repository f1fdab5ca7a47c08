import type { MetaDescriptor } from 'react-router'
import type { Site } from '../site.ts'

type About = {
  /** Of the page, without the site's name. */
  title: string
  /** What it is about, in a sentence; the site's own unless told. */
  description?: string
}

/** What a page that anyone may see tells search engines and whoever shares its address. The picture is the document's. */
export function publicMeta(
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
