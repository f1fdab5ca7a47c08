import { cookieHeaders, signIn, signOut } from '@freeor/api-client/account'
import { ApiProblem, unwrap } from '@freeor/api-client/client'
import { data, redirect } from 'react-router'
import { pageProblemOf } from '../errors/page-problem.ts'
import { attempt, readForm, refusal } from '../frame/answer.ts'
import { accountCall, serverApi } from '../frame/api.ts'
import type { PageRequest } from '../frame/request-context.ts'
import { siteOf } from '../frame/site-context.ts'
import { getMe } from '../frame/visitor.ts'

const tokenOf = (request: Request): string => new URL(request.url).searchParams.get('token') ?? ''

/** What the link of the mail opens; `invitation` is null when it is no longer valid. */
export async function loadInvitation({ request, context }: PageRequest) {
  const api = serverApi(context)
  const token = tokenOf(request)
  try {
    const [me, invitation] = await Promise.all([
      getMe(api),
      api.POST('/api/invitations/open', { body: { token } }).then(unwrap),
    ])
    const ownsAnother = me.company?.role === 'owner'
    return data({ invitation, present: me.user?.email ?? null, ownsAnother })
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    // 422: no token of ours has that shape.
    if (error.status === 410 || error.status === 422)
      return data({ invitation: null, present: null, ownsAnother: false }, { status: 410 })
    throw pageProblemOf(context, { title: error.message, code: error.code, status: error.status })
  }
}
export type InvitationData = Awaited<ReturnType<typeof loadInvitation>>['data']

/** Accepts as the signed-in user, or makes an account and signs in, or logs out to come back as another user. */
export async function submitInvitation(args: PageRequest) {
  const site = siteOf(args.context)
  const { intent, text, secret } = await readForm(args.request)
  const call = accountCall(args.context)
  const api = serverApi(args.context)
  const token = tokenOf(args.request)
  const title = site.texts.people.invitation.failed
  if (intent === 'logout') {
    const out = await signOut(call)
    const headers = cookieHeaders(out.ok ? out.cookies : [])
    return redirect(`/login?next=${encodeURIComponent(invitationPath(token))}`, { headers })
  }
  if (intent === 'accept') {
    const work = async () => unwrap(await api.POST('/api/invitations/accept', { body: { token } }))
    const joined = await attempt({ intent, work, done: '', title })
    return joined.data.ok ? redirect(site.home) : joined
  }
  const password = secret('password')
  if (password === '' || password !== secret('confirm'))
    return refusal(intent, site.texts.account.passwordsDiffer)
  const name = text('name')
  const body = name === '' ? { token, password } : { token, password, name }
  let email = ''
  const work = async () => {
    email = unwrap(await api.POST('/api/invitations/sign-up', { body })).email
  }
  const joined = await attempt({ intent, work, done: '', title })
  if (!joined.data.ok) return joined
  const entered = await signIn(call, { email, password })
  if (entered.ok) return redirect(site.home, { headers: cookieHeaders(entered.cookies) })
  return redirect('/login')
}

/** The page's own address, for the way back from the login. */
export const invitationPath = (token: string): string => `/invitation?token=${encodeURIComponent(token)}`
