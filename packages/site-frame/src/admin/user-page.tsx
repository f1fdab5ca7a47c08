import type { PageProps } from '../frame/page.ts'
import { titleMeta } from '../frame/page-meta.ts'
import { loadUser, submitUser } from './user.ts'
import { UserRecord } from './user-record.tsx'

export const meta = titleMeta<typeof loader>((texts, record) => record?.user.email ?? texts.admin.pages.users)

export const loader = loadUser

export const action = submitUser

export default function UserPage({ loaderData, actionData }: PageProps<typeof loader, typeof action>) {
  return <UserRecord data={loaderData} answer={actionData} />
}
