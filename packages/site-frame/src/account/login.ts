import { cookieHeaders, signIn, signInWithCode } from '@freeor/api-client/account'
import { nextPath } from '@freeor/ui/next-path'
import { data, redirect } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { readForm } from '../frame/answer.ts'
import { accountCall, serverApi } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { getMe } from '../frame/visitor.ts'
import type { Site } from '../site.ts'
import type { Failure } from './account-fields.tsx'

/** What the login page shows again after an attempt that failed. */
export type LoginAnswer = {
  email: string
  failure: Failure | undefined
  /** The password was right; a code comes next, sent with this. */
  ticket?: string
}

/** Where `?next=` or else the site's home leads, never off the site. */
export const destinationOf = (site: Site, request: Request): string =>
  nextPath(new URL(request.url).searchParams.get('next'), site.home)

/** The loader of the pages for those who are not signed in: who is goes on to where they wanted. */
export async function loadForStrangers(site: Site, { request, context }: PageRequest) {
  const me = await forPage(context, getMe(serverApi(context)))
  return me.user ? redirect(destinationOf(site, request)) : null
}

const gone = 410

/** Signs in with the form's `email` and `password`, or takes the second step with its `ticket` and `code`. */
export async function submitLogin(site: Site, { request, context }: PageRequest) {
  const { text, secret } = await readForm(request)
  const call = accountCall(context)
  const [email, ticket] = [text('email'), text('ticket')]
  const outcome =
    ticket === ''
      ? await signIn(call, { email, password: secret('password') })
      : await signInWithCode(call, { ticket, code: text('code') })
  if (outcome.ok) return redirect(destinationOf(site, request), { headers: cookieHeaders(outcome.cookies) })
  const { status, message } = outcome
  if (outcome.ticket !== undefined)
    return data<LoginAnswer>({ email, failure: undefined, ticket: outcome.ticket }, { status })
  const failure = { title: site.texts.account.loginFailed, message }
  // A wrong code leaves the ticket good; one that is over leads back to the password.
  const answer = ticket !== '' && status !== gone ? { email, failure, ticket } : { email, failure }
  return data<LoginAnswer>(answer, { status })
}
