import { changePassword, cookieHeaders } from '@freeor/api-client/account'
import { data, redirect } from 'react-router'
import { type Answer, readForm, refusal } from '../frame/answer.ts'
import { accountCall } from '../frame/api.ts'
import { passwordChanged } from '../frame/arrival-note.tsx'
import type { PageRequest } from '../frame/request-context.ts'
import { openPane } from './open-pane.ts'
import { loadSecondFactor, reauthenticate, reauthenticateIntent } from './reauthenticate.ts'
import { settingsTexts } from './settings-texts.ts'

export const loadChangePassword = async (args: PageRequest) =>
  await loadSecondFactor(args, await openPane(args, 'change_password'))

/** Re-authenticates, then changes the password; every other session ends. */
export async function submitChangePassword(args: PageRequest) {
  const opened = await openPane(args, 'change_password')
  const form = await readForm(args.request)
  const { intent } = form
  if (intent === reauthenticateIntent) return await reauthenticate(opened, form)
  const { password: words } = settingsTexts
  const newPassword = form.secret('password')
  if (newPassword === '' || newPassword !== form.secret('confirm')) return refusal(intent, words.differ)
  const currentPassword = form.secret('currentPassword')
  const endApiKeys = form.text('endApiKeys') !== ''
  const change = { currentPassword, newPassword, endApiKeys }
  const changed = await changePassword(accountCall(args.context), change)
  if (!changed.ok) {
    const answer: Answer = { intent, ok: false, text: words.failed(changed.message) }
    return data(answer, { status: changed.status })
  }
  return redirect(`${opened.site.afterPasswordChange}?${passwordChanged}`, {
    headers: cookieHeaders(changed.cookies),
  })
}
