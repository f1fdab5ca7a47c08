import { cookieHeaders, signIn, signUp } from '@freeor/api-client/account'
import { nextPath } from '@freeor/ui/next-path'
import { data, redirect } from 'react-router'
import { findPlan } from '../billing/billing-api.ts'
import { planStateOf } from '../billing/plan-state.ts'
import { subscribePath } from '../billing/subscribe-path.ts'
import { forPage } from '../errors/page-problem.ts'
import { accountCall, serverApi } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { getMe } from '../frame/visitor.ts'
import type { Failure } from './account-fields.tsx'
import { onward } from './onward.ts'
import { verifyPath } from './verify-path.ts'

/** What the sign-up page shows after an attempt that did not sign in. */
export type SignupAnswer = {
  email: string
  /** A message is on its way to the address. */
  sent: boolean
  failure: Failure | undefined
}

/**
 * Visitors who are not signed in see the form. Where the site asks for a proof, an unverified user gets the code step. A signed-in one is sent on: with an active subscription to where they
 * were going, else to the plan they ask for, else to the billing page; without one to the next step.
 */
export async function loadSignup({ url: { search, searchParams }, context }: PageRequest) {
  const site = siteOf(context)
  const api = serverApi(context)
  const me = await forPage(context, getMe(api))
  if (!me.user) return { plan: await forPage(context, findPlan(api, site, searchParams.get('plan'))) }
  if (site.asksProofToEnter && !me.user.verified) return redirect(verifyPath(onward(site, search)))
  const { isActive } = planStateOf(me)
  const needsPlan = site.asksPlanAtSignup || searchParams.has('plan')
  if (!isActive && needsPlan) return redirect(`${subscribePath}${search}`)
  const next = nextPath(searchParams.get('next'), '')
  if (next !== '') return redirect(next)
  if (searchParams.has('plan')) return redirect(`${subscribePath}${search}`)
  const hasBilling = site.asksPlanAtSignup && isActive && me.abilities['billing.read']
  return redirect(hasBilling ? '/settings/billing' : site.home)
}

/**
 * Makes an account with the form's `email`, `password` and `confirm`, signs in to it and goes on to the next step. Who had
 * one already and has proven its address goes on as anybody does who opens the page signed in.
 */
export async function submitSignup({ request, context, url: { search } }: PageRequest) {
  const site = siteOf(context)
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
  if (entered.ok) {
    const headers = cookieHeaders(entered.cookies)
    return redirect(entered.isProven ? `/signup${search}` : verifyPath(onward(site, search)), { headers })
  }
  return data<SignupAnswer>({ email, sent: true, failure: undefined })
}
