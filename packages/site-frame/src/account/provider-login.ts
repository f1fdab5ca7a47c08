import { cookieHeaders } from '@freeor/api-client/account'
import { type ApiClient, ApiProblem, sentenceOf, unwrap } from '@freeor/api-client/client'
import { nextPath } from '@freeor/ui/next-path'
import { data, redirect } from 'react-router'
import { type ReadForm, readForm } from '../frame/answer.ts'
import { serverApi } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { onSite } from './with-next.ts'

type ProviderRequest = PageRequest & { params: { providerId?: string } }

/** What the page shows when going to a provider or coming back from it did not succeed. */
export type ProviderAnswer = {
  /** Where the browser goes to. */
  goTo?: string
  /** In the words of the API. */
  failure?: string
  /** The provider's answer was accepted; a code comes next, sent with this. */
  ticket?: string
  email?: string
  /** Where the person wanted to go; a path of this site. */
  next?: string
}

/** Where the browser goes to, with the cookie it needs to come back. @throws ApiProblem */
export function sentTo(result: { data?: { url: string }; error?: unknown; response: Response }) {
  const { url } = unwrap(result)
  return { url, headers: cookieHeaders(result.response.headers.getSetCookie()) }
}

async function begin(api: ApiClient, providerId: string, form: ReadForm) {
  const next = onSite(form.text('next'))
  const given = { ...(next && { next }) }
  if (form.intent === 'again') {
    const code = form.text('code')
    const body = { providerId, ...given, ...(code && { code }) }
    return sentTo(await api.POST('/api/account/reauthenticate/identity', { body }))
  }
  const invitation = form.text('invitation')
  const body = { ...given, ...(invitation && { invitation }) }
  const params = { path: { providerId } }
  return sentTo(await api.POST('/api/auth/identity-providers/{providerId}', { params, body }))
}

/** Begins a log-in with the provider's account; with the intent `again`, a re-authentication in this session. */
export async function submitProviderLogin({ request, context, params }: ProviderRequest) {
  const form = await readForm(request)
  const next = onSite(form.text('next'))
  try {
    const { url, headers } = await begin(serverApi(context), params.providerId ?? '', form)
    return data<ProviderAnswer>({ goTo: url }, { headers })
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    const answer = { failure: sentenceOf(error.details) || error.message, ...(next && { next }) }
    return data<ProviderAnswer>(answer, { status: error.status })
  }
}

/**
 * Takes what a browser brings back from the provider by GET, and goes on to where the person wanted. Without a state
 * the request does not come from a provider.
 */
export async function loadProviderLogin({ url: { search, searchParams }, context, params }: ProviderRequest) {
  if (!searchParams.has('state')) return data<ProviderAnswer>({})
  const path = { providerId: params.providerId ?? '' }
  try {
    const result = await serverApi(context).POST('/api/auth/identity-providers/{providerId}/callback', {
      params: { path },
      body: { parameters: search },
    })
    const { next } = unwrap(result)
    const headers = cookieHeaders(result.response.headers.getSetCookie())
    return redirect(nextPath(next, siteOf(context).home), { headers })
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return data<ProviderAnswer>(answerTo(error), { status: error.status })
  }
}

function answerTo({ message, details }: ApiProblem): ProviderAnswer {
  const { ticket, email, next } = details
  if (typeof ticket !== 'string') return { failure: sentenceOf(details) || message }
  return { ticket, email: String(email), next: typeof next === 'string' ? nextPath(next, '') : '' }
}
