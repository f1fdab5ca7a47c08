import { cookieHeaders } from '@freeor/api-client/account'
import { type ApiClient, unwrap } from '@freeor/api-client/client'
import { redirect } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { attempt, expectDone, readForm, refusal } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { givePasswordAgain, loadSecondFactor } from '../settings/reauthenticate.ts'
import { adminTexts } from './admin-texts.ts'
import { startImpersonation } from './impersonate.ts'
import { openAdmin } from './open-admin.ts'

type OneUser = PageRequest & { params: { userId: string } }

/** A person with their companies, sessions and last audit rows. */
export async function loadUser(args: OneUser) {
  const api = await openAdmin(args)
  const path = { userId: args.params.userId }
  const [record, secondFactor] = await Promise.all([
    forPage(args.context, api.GET('/api/admin/users/{userId}', { params: { path } }).then(unwrap)),
    loadSecondFactor(args, { api }),
  ])
  return { ...record, ...secondFactor }
}
export type UserData = Awaited<ReturnType<typeof loadUser>>

export const impersonateIntent = 'impersonate'
export const userActions = ['ban', 'unban', 'verify', 'end-sessions', 'reset-two-factor'] as const
export type UserAction = (typeof userActions)[number]

/** Whether the super admin must give their password again for it. */
export const takesPassword = (action: UserAction): boolean => action === 'reset-two-factor'

async function doTo(api: ApiClient, action: UserAction, call: { userId: string; reason: string }) {
  const given = { params: { path: { userId: call.userId } }, body: { reason: call.reason } }
  switch (action) {
    case 'ban':
      return expectDone(await api.POST('/api/admin/users/{userId}/ban', given))
    case 'unban':
      return expectDone(await api.POST('/api/admin/users/{userId}/unban', given))
    case 'verify':
      return expectDone(await api.POST('/api/admin/users/{userId}/verify', given))
    case 'end-sessions':
      return expectDone(await api.POST('/api/admin/users/{userId}/end-sessions', given))
    case 'reset-two-factor':
      return expectDone(await api.POST('/api/admin/users/{userId}/reset-two-factor', given))
  }
}

/** Acts as the person, or does something to their account. */
export async function submitUser(args: OneUser) {
  const site = siteOf(args.context)
  const api = await openAdmin(args)
  const form = await readForm(args.request)
  const { intent } = form
  const call = { userId: args.params.userId, reason: form.text('reason') }
  if (intent === impersonateIntent) {
    let cookies: string[] = []
    const work = async () => {
      await givePasswordAgain(api, form)
      cookies = await startImpersonation(api, call)
    }
    const started = await attempt({ intent, work, done: '' })
    return started.data.ok ? redirect(site.home, { headers: cookieHeaders(cookies) }) : started
  }
  const action = userActions.find((each) => each === intent)
  if (!action) return refusal(intent, site.texts.states.wrong, 400)
  const work = async () => {
    if (takesPassword(action)) await givePasswordAgain(api, form)
    await doTo(api, action, call)
  }
  return await attempt({ intent, work, done: adminTexts.users.done[action] })
}
