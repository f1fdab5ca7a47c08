import { ApiProblem } from '@freeor/api-client/client'
import { forPage } from '@freeor/site-frame/errors/page-problem'
import { type Answer, readForm } from '@freeor/site-frame/frame/answer'
import { serverApi } from '@freeor/site-frame/frame/api'
import { data, redirect } from 'react-router'
import {
  copySharedSearch,
  lookAtSharedSearch,
  type NamedShare,
  readShareAddress,
  type SharedAnswer,
  visitSharedSearch,
} from '../api/shares.ts'
import { addressOf } from '../search/saved-address.ts'
import { DeadLink } from '../share/dead-link.tsx'
import { SharedPage } from '../share/shared-page.tsx'
import { texts } from '../texts.ts'
import type { Route } from './+types/shared-search'

/** The address is a secret: no other site is told of it, and no search engine keeps the page. */
export const headers: Route.HeadersFunction = () => ({
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'no-store',
})

export const meta: Route.MetaFunction = () => [
  { title: texts.titleOf(texts.shared.title) },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
]

const namedBy = (request: Request) => readShareAddress(new URL(request.url).searchParams)
const isDead = (error: unknown) => error instanceof ApiProblem && error.status === 404

/** What the link shows before its visit is counted: programs that follow links to check them count none. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const named = namedBy(request)
  const dead = data({ named, answer: null as SharedAnswer | null }, { status: 404 })
  if (!named) return dead
  try {
    return data({ named, answer: await lookAtSharedSearch(serverApi(context), named) }, { status: 200 })
  } catch (error) {
    if (isDead(error)) return dead
    return await forPage(context, Promise.reject(error))
  }
}

type Done = { opened?: SharedAnswer; refusal?: Answer; isDead?: true }

/** Opens a guarded link, or copies its search. */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent, text, secret } = await readForm(request.clone())
  const pass = text('pass')
  const named = namedBy(request)
  const api = serverApi(context)
  const answered = (done: Done, status = 200) => data<Done>(done, { status })
  if (!named) return answered({ isDead: true }, 404)
  const asked: NamedShare = pass ? { ...named, pass } : named
  try {
    if (intent !== 'copy')
      return answered({ opened: await visitSharedSearch(api, asked, secret('password')) })
    const saved = await copySharedSearch(api, asked)
    return redirect(addressOf(saved as Parameters<typeof addressOf>[0]))
  } catch (error) {
    if (isDead(error)) return answered({ isDead: true }, 404)
    if (!(error instanceof ApiProblem) || error.status >= 500) throw error
    const refusal = { intent, ok: false, text: error.message, code: error.code }
    return answered({ refusal }, error.status)
  }
}

export default function SharedSearchRoute({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData?.opened ?? loaderData.answer
  const { named } = loaderData
  if (!answer || !named || actionData?.isDead) return <DeadLink />
  return <SharedPage named={named} answer={answer} refusal={actionData?.refusal} />
}
