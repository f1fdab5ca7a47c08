import { cookieHeaders, signIn, signInWithCode, signInWithPasskey } from '@freeor/api-client/account'
import { nextPath } from '@freeor/ui/next-path'
import { data, redirect } from 'react-router'
import { forPage } from '../errors/page-problem.ts'
import { readForm } from '../frame/answer.ts'
import { accountCall, serverApi } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { getMe } from '../frame/visitor.ts'
import type { Failure } from './account-fields.tsx'

/** What the login page shows again after an attempt that failed. */
export type LoginAnswer = {
  email: string
  failure: Failure | undefined
  /** The password was right; a code comes next, sent with this. */
  ticket?: string
}

/** Where `?next=` or else the site's home leads, never off the site. */
const destinationOf = ({ request, context }: PageRequest): string =>
  nextPath(new URL(request.url).searchParams.get('next'), siteOf(context).home)

/** The loader of the pages for users who are not signed in; a signed-in one is sent on to where they wanted to go. */
export async function loadForStrangers(args: PageRequest) {
  const me = await forPage(args.context, getMe(serverApi(args.context)))
  return me.user ? redirect(destinationOf(args)) : null
}

const gone = 410

/**
 * Signs in with the form's `email` and `password`, takes the second step with its `ticket` and `code`, or does either
 * with the `credential` of a passkey.
 */
export async function submitLogin(args: PageRequest) {
  const { text, secret } = await readForm(args.request)
  const call = accountCall(args.context)
  const [email, ticket] = [text('email'), text('ticket')]
  const passkey = text('credential')
  const outcome =
    passkey !== ''
      ? await signInWithPasskey(call, { credential: JSON.parse(passkey), ...(ticket && { ticket }) })
      : ticket === ''
        ? await signIn(call, { email, password: secret('password') })
        : await signInWithCode(call, { ticket, code: text('code') })
  if (outcome.ok) return redirect(destinationOf(args), { headers: cookieHeaders(outcome.cookies) })
  const { status, message } = outcome
  if (outcome.ticket !== undefined)
    return data<LoginAnswer>({ email, failure: undefined, ticket: outcome.ticket }, { status })
  const failure = { title: siteOf(args.context).texts.account.loginFailed, message }
  // After a wrong code the ticket stays valid; an expired ticket leads back to the password.
  const answer = ticket !== '' && status !== gone ? { email, failure, ticket } : { email, failure }
  return data<LoginAnswer>(answer, { status })
}
