import { Prose } from '@freeor/ui/prose'
import { SiteFrame } from '../components/site-frame.tsx'
import { privacy } from '../documents.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/privacy'

export const meta: Route.MetaFunction = () => [{ title: texts.titleOf(texts.nav.privacy) }]

export default function Privacy() {
  return (
    <SiteFrame>
      <Prose title={texts.nav.privacy} sections={privacy} />
    </SiteFrame>
  )
}
