import { unwrap } from '@freeor/api-client/client'
import { loadUser, submitUser } from '@freeor/site-frame/admin/user'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { attempt, readForm } from '@freeor/site-frame/frame/answer'
import { serverApi } from '@freeor/site-frame/frame/api'
import type { PageRequest } from '@freeor/site-frame/frame/request-context'
import { organizationTexts } from '../texts/organization.ts'
import { orgAdminIntent } from './org-admin.tsx'

type OneUser = PageRequest & { params: { userId: string } }

/** A person as the shared page shows them, with their organization. */
export async function loadUserWithOrganization(args: OneUser) {
  const record = await loadUser(args)
  const call = { params: { path: { userId: args.params.userId } } }
  const reading = serverApi(args.context).GET('/api/admin/users/{userId}/organization', call).then(unwrap)
  return { record, organization: await forPage(args.context, reading) }
}

/** Sets what the person is an admin of, or does what the shared page requests. */
export async function submitUserWithOrganization(args: OneUser) {
  const { intent, text, all } = await readForm(args.request.clone())
  if (intent !== orgAdminIntent) return await submitUser(args)
  const call = {
    params: { path: { userId: args.params.userId } },
    body: { orgAdmin: all('orgAdmin'), reason: text('reason') },
  }
  const work = async () =>
    unwrap(await serverApi(args.context).PUT('/api/admin/users/{userId}/org-admin', call))
  return await attempt({ intent, work, done: organizationTexts.admin.done })
}
