import { loadMessage } from '@freeor/site-frame/admin/mail'
import { MessagePage } from '@freeor/site-frame/admin/message-page'
import { SiteFrame } from '../components/site-frame.tsx'
import { site } from '../site.ts'
import type { Route } from './+types/admin-mail-message'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: site.texts.titleOf(loaderData?.mail.subject ?? site.texts.operator.pages.mail) },
]

export const loader = (args: Route.LoaderArgs) => loadMessage(args, args.params.mailId)

export default function AdminMailMessage({ loaderData }: Route.ComponentProps) {
  return (
    <SiteFrame>
      <MessagePage site={site} data={loaderData} />
    </SiteFrame>
  )
}
