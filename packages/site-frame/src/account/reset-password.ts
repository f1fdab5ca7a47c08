import {
  checkResetLink,
  cookieHeaders,
  requestPasswordReset,
  resetPassword,
} from '@freeor/api-client/account'
import { data, redirect } from 'react-router'
import { pageProblemOf } from '../errors/page-problem.ts'
import { accountCall } from '../frame/api.ts'
import type { PageContext, PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import type { Failure } from './account-fields.tsx'
import { onSite, withNext } from './with-next.ts'

/** The state of the page: asking for a link, opened by one that works, or by one that is used or too old. */
export type ResetState = { link: 'none' | 'live' | 'over' }

/** What the page shows again after an attempt that failed. */
export type ResetAnswer = { email: string; failure: Failure; link?: 'over' }

/** The status of a link that is used, replaced or too old. */
const gone = 410

/** Recognizes a link that no longer works when it is opened, before the user thinks up a new password. */
export async function loadResetPassword({ request, context }: PageRequest) {
  const token = new URL(request.url).searchParams.get('token')
  if (!token) return data<ResetState>({ link: 'none' })
  const checked = await checkResetLink(accountCall(context), token)
  if (checked.ok) return data<ResetState>({ link: 'live' })
  // 422: no token of ours has that shape.
  if (checked.status === gone || checked.status === 422) {
    return data<ResetState>({ link: 'over' }, { status: gone })
  }
  throw pageProblemOf(context, { title: checked.message, code: 'unavailable', status: checked.status })
}

/** Mails a link to the form's `email`, or sets the form's `password` by its `token`. Both lead on to `?next=`. */
export async function submitResetPassword({ request, context }: PageRequest) {
  const form = await request.formData()
  const next = onSite(new URL(request.url).searchParams.get('next'))
  const hasToken = String(form.get('token') ?? '') !== ''
  return hasToken ? await setPassword(form, context, next) : await askForLink(form, context, next)
}

function refuse(
  context: PageContext,
  { message, ...rest }: Omit<ResetAnswer, 'failure'> & { message: string },
  status: number,
) {
  const title = siteOf(context).texts.account.resetFailed
  return data<ResetAnswer>({ ...rest, failure: { title, message } }, { status })
}

async function askForLink(form: FormData, context: PageContext, next: string | undefined) {
  const { account } = siteOf(context).texts
  const email = String(form.get('email') ?? '').trim()
  if (!email.includes('@')) return refuse(context, { email, message: account.emailBad }, 422)
  const asked = await requestPasswordReset(accountCall(context), { email, ...(next && { next }) })
  if (asked.ok) return redirect(withNext(`/login?sent=${encodeURIComponent(email)}`, next))
  return refuse(context, { email, message: asked.message }, asked.status)
}

async function setPassword(form: FormData, context: PageContext, next: string | undefined) {
  const { reset } = siteOf(context).texts
  const newPassword = String(form.get('password') ?? '')
  if (newPassword === '' || newPassword !== form.get('confirm'))
    return refuse(context, { email: '', message: reset.mismatch }, 422)
  const token = String(form.get('token'))
  const changed = await resetPassword(accountCall(context), { token, newPassword })
  // The browser is known to the account from now on, so strangers cannot lock it out.
  if (changed.ok)
    return redirect(withNext('/login?reset=done', next), { headers: cookieHeaders(changed.cookies) })
  if (changed.status === gone)
    return refuse(context, { email: '', message: reset.badLink, link: 'over' }, gone)
  return refuse(context, { email: '', message: changed.message }, changed.status)
}
