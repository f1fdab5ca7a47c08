import { type ApiClient, ApiProblem } from '@freeor/api-client/client'
import { accountNeeded, forPage, pageProblemOf } from '@freeor/site-frame/errors/page-problem'
import { serverApi } from '@freeor/site-frame/frame/api'
import type { PageContext, PageRequest } from '@freeor/site-frame/frame/request-context'
import { getMe, type Me, requireLogin, type SignedIn } from '@freeor/site-frame/frame/visitor'
import { redirect } from 'react-router'

type Opened = Pick<PageRequest, 'context' | 'url'>

/** The sign-up page has the code step; it leads back here. */
function requireVerified(me: Me, { pathname, search }: URL): void {
  if (me.user === null || me.user.verified) return
  throw redirect(`/signup?next=${encodeURIComponent(pathname + search)}`)
}

/**
 * Opens a page for signed-in learners.
 * @throws the page 'Please Login to View this Page' for a visitor, a redirect to the code step for an unverified user
 */
export async function openLearnerPage(args: Opened): Promise<{ api: ApiClient; me: SignedIn }> {
  const api = serverApi(args.context)
  const me = await requireLogin(args.context, api)
  requireVerified(me, args.url)
  return { api, me }
}

/**
 * Opens a page of a course, which visitors may know to be there.
 * @throws a redirect to the code step for an unverified user
 */
export async function openCoursePage(args: Opened): Promise<{ api: ApiClient; me: Me }> {
  const api = serverApi(args.context)
  const me = await forPage(args.context, getMe(api))
  requireVerified(me, args.url)
  return { api, me }
}

/**
 * The data of a page of a course.
 * @throws 'Login or Create a Free account to view this Course' for a visitor, where the API says that there is one
 */
export async function forCourse<T>(context: PageContext, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 401))
      return await forPage(context, Promise.reject(error))
    throw pageProblemOf(context, { title: error.message, code: accountNeeded, status: 401 })
  }
}
