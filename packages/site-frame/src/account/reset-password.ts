import {
  checkResetLink,
  cookieHeaders,
  requestPasswordReset,
  resetPassword,
} from '@freeor/api-client/account'
import { data, type MetaDescriptor, redirect } from 'react-router'
import { pageProblemOf } from '../errors/page-problem.ts'
import { accountCall } from '../frame/api.ts'
import { publicMeta } from '../frame/public-meta.ts'
import type { PageContext, PageRequest } from '../frame/request-context.ts'
import type { Site } from '../site.ts'
import type { Failure } from './account-fields.tsx'

/** How the page stands: asking for a link, opened by one that works, or by one that is used or too old. */
export type ResetState = { link: 'none' | 'live' | 'over' }

/** What the page shows again after an attempt that failed. */
export type ResetAnswer = { email: string; failure: Failure; link?: 'over' }

/** The status of a link that is used, replaced or too old. */
const gone = 410

export const resetMeta = (site: Site): MetaDescriptor[] => [
  ...publicMeta(site, { title: site.texts.reset.title }),
  // The link's token must not travel on in a Referer.
  { name: 'referrer', content: 'no-referrer' },
]

/** Tells a link that no longer works when it is opened, before a new password is thought up for it. */
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

/** Mails a link to the form's `email`, or sets the form's `password` by its `token`. */
export async function submitResetPassword(site: Site, { request, context }: PageRequest) {
  const form = await request.formData()
  const token = String(form.get('token') ?? '')
  return token === '' ? await askForLink(site, form, context) : await setPassword(site, form, context)
}

function refuse(site: Site, answer: Omit<ResetAnswer, 'failure'> & { message: string }, status: number) {
  const { message, ...rest } = answer
  return data<ResetAnswer>(
    { ...rest, failure: { title: site.texts.account.resetFailed, message } },
    { status },
  )
}

async function askForLink(site: Site, form: FormData, context: PageContext) {
  const email = String(form.get('email') ?? '').trim()
  if (!email.includes('@')) return refuse(site, { email, message: site.texts.account.emailBad }, 422)
  const asked = await requestPasswordReset(accountCall(context), email)
  if (asked.ok) return redirect(`/login?sent=${encodeURIComponent(email)}`)
  return refuse(site, { email, message: asked.message }, asked.status)
}

async function setPassword(site: Site, form: FormData, context: PageContext) {
  const { reset } = site.texts
  const newPassword = String(form.get('password') ?? '')
  if (newPassword === '' || newPassword !== form.get('confirm'))
    return refuse(site, { email: '', message: reset.mismatch }, 422)
  const token = String(form.get('token'))
  const changed = await resetPassword(accountCall(context), { token, newPassword })
  // The browser is known to the account from now on, so strangers cannot lock it out.
  if (changed.ok) return redirect('/login?reset=done', { headers: cookieHeaders(changed.cookies) })
  if (changed.status === gone) return refuse(site, { email: '', message: reset.badLink, link: 'over' }, gone)
  return refuse(site, { email: '', message: changed.message }, changed.status)
}
