import { publicMeta } from '@freeor/site-frame/frame/public-meta'
import { Prose } from '@freeor/ui/prose'
import { SiteFrame } from '../components/site-frame.tsx'
import { terms } from '../documents.ts'
import { site } from '../site.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/terms'

export const meta: Route.MetaFunction = () => publicMeta(site, { title: texts.nav.terms })

export default function Terms() {
  return (
    <SiteFrame>
      <Prose title={texts.nav.terms} sections={terms} />
    </SiteFrame>
  )
}
