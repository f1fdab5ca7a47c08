import { cookieHeaders, signIn } from '@freeor/api-client/account'
import { nextPath } from '@freeor/ui/next-path'
import { data, redirect } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { accountCall, serverApi } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { getMe } from '../frame/visitor.ts'
import type { Site } from '../site.ts'
import type { Failure } from './account-fields.tsx'

/** What the login page shows again after an attempt that failed. */
export type LoginAnswer = { email: string; failure: Failure }

/** Where `?next=` or else the site's home leads, never off the site. */
export const destinationOf = (site: Site, request: Request): string =>
  nextPath(new URL(request.url).searchParams.get('next'), site.home)

/** The loader of the pages for those who are not signed in: who is goes on to where they wanted. */
export async function loadForStrangers(site: Site, { request, context }: PageRequest) {
  const me = await forPage(context, getMe(serverApi(context)))
  return me.user ? redirect(destinationOf(site, request)) : null
}

/** Signs in with the form's `email` and `password`. */
export async function submitLogin(site: Site, { request, context }: PageRequest) {
  const form = await request.formData()
  const email = String(form.get('email') ?? '').trim()
  const outcome = await signIn(accountCall(context), { email, password: String(form.get('password') ?? '') })
  if (outcome.ok) return redirect(destinationOf(site, request), { headers: cookieHeaders(outcome.cookies) })
  const failure = { title: site.texts.account.loginFailed, message: outcome.message }
  return data<LoginAnswer>({ email, failure }, { status: outcome.status })
}
