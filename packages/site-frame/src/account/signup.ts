import { cookieHeaders, signIn, signUp } from '@freeor/api-client/account'
import { data, redirect } from 'react-router'
import { accountCall } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'
import type { Site } from '../site.ts'
import type { Failure } from './account-fields.tsx'
import { destinationOf } from './login.ts'

/** What the sign-up page shows after an attempt that did not sign in. */
export type SignupAnswer = {
  email: string
  /** A message is on its way to the address. */
  sent: boolean
  failure: Failure | undefined
}

/** Makes an account with the form's `email`, `password` and `confirm`, and signs in to it. */
export async function submitSignup(site: Site, { request, context }: PageRequest) {
  const { account } = site.texts
  const form = await request.formData()
  const email = String(form.get('email') ?? '').trim()
  const password = String(form.get('password') ?? '')
  const refuse = (message: string, status: number) =>
    data<SignupAnswer>({ email, sent: false, failure: { title: account.signupFailed, message } }, { status })
  if (!email.includes('@')) return refuse(account.emailBad, 422)
  if (password === '' || password !== form.get('confirm')) return refuse(account.passwordsDiffer, 422)
  const call = accountCall(context)
  const created = await signUp(call, { email, password })
  if (!created.ok) return refuse(created.message, created.status)
  // A known address is answered like a new one, so only this second step tells whether the password fits.
  const entered = await signIn(call, { email, password })
  if (entered.ok) return redirect(destinationOf(site, request), { headers: cookieHeaders(entered.cookies) })
  return data<SignupAnswer>({ email, sent: true, failure: undefined })
}
