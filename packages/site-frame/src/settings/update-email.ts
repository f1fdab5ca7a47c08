import { unwrap } from '@freeor/api-client/client'
import { type Answer, attempt, type ReadForm, readForm, refusal } from '../frame/answer.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { type OpenedPane, openPane } from './open-pane.ts'
import { loadReauthentication, reauthenticate, reauthenticateIntent } from './reauthenticate.ts'
import { settingsTexts } from './settings-texts.ts'

export async function loadUpdateEmail(args: PageRequest) {
  const opened = await openPane(args, 'update_email')
  return { ...(await loadReauthentication(args, opened)), email: opened.me.user.email }
}

/** Sends a code to the new address. */
async function askFor({ api }: OpenedPane, form: ReadForm) {
  const words = settingsTexts.email
  const email = form.text('email').toLowerCase()
  if (!email.includes('@')) return refusal('email', words.bad)
  const work = async () => unwrap(await api.POST('/api/account/update_email', { body: { email } }))
  return await attempt({
    ...{ intent: 'email', work, done: words.sent(email), failed: words.failed },
    isStep: true,
  })
}

/** The code of the new address makes it the account's. */
async function confirm({ api, site }: OpenedPane, form: ReadForm) {
  const words = settingsTexts.email
  const { verification } = site.texts
  let checked = { verified: false, expired: false, email: '' }
  const body = { verificationCode: form.text('code') }
  const work = async () => {
    checked = unwrap(await api.POST('/api/account/confirm_email', { body }))
  }
  const tried = await attempt({ intent: 'confirm', work, done: '', failed: words.failed })
  if (!tried.data.ok) return tried
  if (checked.verified) {
    const answer: Answer = { intent: 'confirm', ok: true, text: words.updated(checked.email) }
    return { ...tried, data: answer }
  }
  return refusal('confirm', checked.expired ? verification.expired : verification.wrong)
}

/** Re-authenticates, asks for the new address, and takes its code. */
export async function submitUpdateEmail(args: PageRequest) {
  const opened = await openPane(args, 'update_email')
  const form = await readForm(args.request)
  if (form.intent === reauthenticateIntent) return await reauthenticate(opened, form)
  return form.intent === 'confirm' ? await confirm(opened, form) : await askFor(opened, form)
}
