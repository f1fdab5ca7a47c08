import { redirect } from 'react-router'
import { attempt, expectDone, readForm } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { openPane } from './open-pane.ts'
import { loadReauthentication, reauthenticate, reauthenticateIntent } from './reauthenticate.ts'

export const loadDeleteAccount = async (args: PageRequest) =>
  await loadReauthentication(args, await openPane(args, 'delete_account'))

/** Re-authenticates; then the account may be deleted. */
export async function submitDeleteAccount(args: PageRequest) {
  const opened = await openPane(args, 'delete_account')
  const form = await readForm(args.request)
  const { intent } = form
  if (intent === reauthenticateIntent) return await reauthenticate(opened, form)
  const body = { email: form.text('email') }
  const work = async () => expectDone(await opened.api.DELETE('/api/account', { body }))
  const deleted = await attempt({ intent, work, done: '' })
  return deleted.data.ok ? redirect('/') : deleted
}
