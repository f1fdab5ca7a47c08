import { unwrap } from '@freeor/api-client/client'
import { nextPath } from '@freeor/ui/next-path'
import { redirect } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { type Answer, attempt, type ReadForm, readForm, refusal } from '../frame/answer.ts'
import { serverApi } from '../frame/api.ts'
import type { PageContext, PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { getMe } from '../frame/visitor.ts'

async function open(context: PageContext, { pathname, search }: URL) {
  const api = serverApi(context)
  const { user } = await forPage(context, getMe(api))
  if (!user) throw redirect(`/login?next=${encodeURIComponent(pathname + search)}`)
  return { api, user, site: siteOf(context) }
}

/** Whether the account is verified already, and where to go from here. */
export async function loadVerifyAccount({ url, context }: PageRequest) {
  const { api, user, site } = await open(context, url)
  const profile = await forPage(context, api.GET('/api/account/profile').then(unwrap))
  const { searchParams } = url
  const byEmailOnly = searchParams.get('proof') === 'email'
  const verified = byEmailOnly ? profile.emailVerified : profile.verified
  const next = nextPath(searchParams.get('next'), site.home)
  const isCodeSent = profile.codeExpiresAt !== null
  return { email: user.email, phone: profile.userProfile.phone, byEmailOnly, verified, isCodeSent, next }
}

type Opened = Awaited<ReturnType<typeof open>>

async function send({ api, user, site }: Opened, form: ReadForm) {
  const words = site.texts.verification
  const isSms = form.intent === 'sms'
  const to = isSms ? form.text('phone') : user.email
  const body = isSms ? { sms_to: to, email_to: '' as const } : { email_to: to }
  const work = async () => unwrap(await api.POST('/api/start_verification', { body }))
  return await attempt({
    intent: form.intent,
    work,
    done: words.sent(to),
    failed: words.sendFailed,
    isStep: true,
  })
}

async function check({ api, site }: Opened, form: ReadForm) {
  const words = site.texts.verification
  const intent = 'code'
  let checked = { verified: false, expired: false }
  const body = { verificationCode: form.text('code') }
  const work = async () => {
    checked = unwrap(await api.POST('/api/verify_account', { body }))
  }
  const tried = await attempt({ intent, work, done: '' })
  if (!tried.data.ok) return tried
  if (!checked.verified) return refusal(intent, checked.expired ? words.expired : words.wrong)
  const answer: Answer = { intent, ok: true, text: words.verified }
  return { ...tried, data: answer }
}

/** Sends a code by mail or text message, or tries one. */
export async function submitVerifyAccount({ request, context, url }: PageRequest) {
  const opened = await open(context, url)
  const form = await readForm(request)
  return form.intent === 'code' ? await check(opened, form) : await send(opened, form)
}
