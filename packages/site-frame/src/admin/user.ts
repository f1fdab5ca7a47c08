import { cookieHeaders } from '@freeor/api-client/account'
import { type ApiClient, unwrap } from '@freeor/api-client/client'
import { redirect } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { attempt, expectDone, readForm, refusal } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import type { Site } from '../site.ts'
import { startImpersonation } from './impersonate.ts'
import { openAdmin } from './open-admin.ts'

type OneUser = PageRequest & { params: { userId: string } }

/** A person with their companies, sessions and last audit rows. */
export async function loadUser(args: OneUser) {
  const api = await openAdmin(args)
  const path = { userId: args.params.userId }
  return await forPage(
    args.context,
    api.GET('/api/operator/users/{userId}', { params: { path } }).then(unwrap),
  )
}
export type UserData = Awaited<ReturnType<typeof loadUser>>

export const userDeeds = ['ban', 'unban', 'verify', 'end-sessions'] as const
export type UserDeed = (typeof userDeeds)[number]

async function doTo(api: ApiClient, deed: UserDeed, call: { userId: string; reason: string }) {
  const given = { params: { path: { userId: call.userId } }, body: { reason: call.reason } }
  switch (deed) {
    case 'ban':
      return expectDone(await api.POST('/api/operator/users/{userId}/ban', given))
    case 'unban':
      return expectDone(await api.POST('/api/operator/users/{userId}/unban', given))
    case 'verify':
      return expectDone(await api.POST('/api/operator/users/{userId}/verify', given))
    case 'end-sessions':
      return expectDone(await api.POST('/api/operator/users/{userId}/end-sessions', given))
  }
}

/** Acts as the person, or does something to their account. */
export async function submitUser(site: Site, args: OneUser) {
  const api = await openAdmin(args)
  const { intent, text } = await readForm(args.request)
  const call = { userId: args.params.userId, reason: text('reason') }
  if (intent === 'impersonate') {
    let cookies: string[] = []
    const work = async () => {
      cookies = await startImpersonation(api, call)
    }
    const started = await attempt({ intent, work, done: '' })
    return started.data.ok ? redirect(site.home, { headers: cookieHeaders(cookies) }) : started
  }
  const deed = userDeeds.find((each) => each === intent)
  if (!deed) return refusal(intent, site.texts.states.wrong, 400)
  const done = site.texts.operator.users.done[deed]
  return await attempt({ intent, work: () => doTo(api, deed, call), done })
}
