import { Prose } from '@freeor/ui/prose'
import type { PageProps } from '../frame/page.ts'
import { publicMeta } from '../frame/page-meta.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf, useSite } from '../frame/site-context.ts'

export const meta = publicMeta(({ nav }) => ({ title: nav.terms }))

export async function loader({ context }: Pick<PageRequest, 'context'>) {
  return (await siteOf(context).loadDocuments?.())?.terms ?? []
}

export default function TermsPage({ loaderData: sections }: PageProps<typeof loader>) {
  return <Prose title={useSite().texts.nav.terms} sections={sections} />
}
