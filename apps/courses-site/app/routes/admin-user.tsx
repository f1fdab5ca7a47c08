import { adminTexts } from '@freeor/site-frame/admin/admin-texts'
import { UserRecord } from '@freeor/site-frame/admin/user-record'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { OrgAdmin, orgAdminIntent } from '../admin/org-admin.tsx'
import { loadUserWithOrganization, submitUserWithOrganization } from '../admin/user-organization.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/admin-user'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: texts.titleOf(loaderData?.record.user.email ?? adminTexts.pages.users) },
]

export const loader = async (args: Route.LoaderArgs) => await loadUserWithOrganization(args)

export const action = async (args: Route.ActionArgs) => await submitUserWithOrganization(args)

export default function AdminUser({ loaderData, actionData }: Route.ComponentProps) {
  const { record, organization } = loaderData
  return (
    <UserRecord data={record} answer={actionData}>
      <AnswerNote answer={actionData} intents={[orgAdminIntent]} />
      <OrgAdmin {...organization} />
    </UserRecord>
  )
}
