import { publicMeta } from '@freeor/site-frame/frame/public-meta'
import { Prose } from '@freeor/ui/prose'
import { SiteFrame } from '../components/site-frame.tsx'
import { privacy } from '../documents.ts'
import { site } from '../site.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/privacy'

export const meta: Route.MetaFunction = () => publicMeta(site, { title: texts.nav.privacy })

export default function Privacy() {
  return (
    <SiteFrame>
      <Prose title={texts.nav.privacy} sections={privacy} />
    </SiteFrame>
  )
}
