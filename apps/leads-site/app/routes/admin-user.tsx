import { adminTexts } from '@freeor/site-frame/admin/admin-texts'
import { loadUser, submitUser } from '@freeor/site-frame/admin/user'
import { UserRecord } from '@freeor/site-frame/admin/user-record'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { attempt, readForm } from '@freeor/site-frame/frame/answer'
import { AnswerNote } from '@freeor/site-frame/frame/answer-note'
import { serverApi } from '@freeor/site-frame/frame/api'
import { deleteSearchIntent, UserSearches } from '../admin/user-searches.tsx'
import { deleteSavedSearch, listSearchesOf } from '../api/saved-searches.ts'
import { texts } from '../texts.ts'
import type { Route } from './+types/admin-user'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: texts.titleOf(loaderData?.record.user.email ?? adminTexts.pages.users) },
]

export async function loader(args: Route.LoaderArgs) {
  const record = await loadUser(args)
  const api = serverApi(args.context)
  return { record, searches: await forPage(args.context, listSearchesOf(api, args.params.userId)) }
}

/** Deletes a saved search of the person, or does what the shared page requests. */
export async function action(args: Route.ActionArgs) {
  const { intent, text } = await readForm(args.request.clone())
  if (intent !== deleteSearchIntent) return await submitUser(args)
  const work = () => deleteSavedSearch(serverApi(args.context), text('searchId'))
  return await attempt({ intent, work, done: texts.home.deleted(text('searchName')) })
}

export default function AdminUser({ loaderData, actionData }: Route.ComponentProps) {
  const { record, searches } = loaderData
  return (
    <UserRecord data={record} answer={actionData}>
      <AnswerNote answer={actionData} intents={[deleteSearchIntent]} />
      <UserSearches searches={searches} />
    </UserRecord>
  )
}
