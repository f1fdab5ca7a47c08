import { ApiProblem } from '@freeor/api-client/client'
import { data } from 'react-router'
import { type PageContext, requestContext } from '../frame/request-context.ts'

/** The code of a page that is refused because its visitor was removed from the account. */
export const lostAccess = 'lost_access'

/** The code of a page that needs a plan, for a company whose subscription has ended. */
export const subscriptionEnded = 'subscription_ended'

/** The code of a page that is there for anybody with an account, whose title says so. */
export const accountNeeded = 'account_needed'

/** The API's code for what somebody may not do. */
export const forbidden = 'forbidden'

/** The code of a page that is refused because the role of its visitor does not allow it. */
export const notInRole = 'not_in_role'

/** What an error screen needs to know; the router carries it to the browser. */
export type PageProblem = {
  title: string
  code: string
  requestId: string
  supportEmail: string
}

/**
 * The data of a page, or its error screen with the API's status.
 * @throws a response-like the route's error boundary shows
 */
export async function forPage<T>(context: PageContext, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    throw pageProblemOf(context, { title: error.message, code: pageCodeOf(error), status: error.status })
  }
}

/**
 * A plan that has ended has another screen than none at all: the API names its status. So has what a role does not allow:
 * the API names the right.
 */
function pageCodeOf({ code, details }: ApiProblem): string {
  if (code === forbidden && 'right' in details) return notInRole
  return code === 'payment_required' && 'subscription_status' in details ? subscriptionEnded : code
}

/** A refusal as a page throws it: the error screen with this status. `title` says why, where the screen has no words of its own. */
export function pageProblemOf(
  context: PageContext,
  { title, code, status }: { title: string; code: string; status: number },
) {
  const { requestId, supportEmail } = context.get(requestContext)
  return data<PageProblem>({ title, code, requestId, supportEmail }, { status })
}

/** The page that says why it is not shown. */
export const refuse = (context: PageContext, code: string, status: number) =>
  pageProblemOf(context, { title: code, code, status })

/** Is this what `pageProblemOf` made? */
export function isPageProblem(value: unknown): value is PageProblem {
  return typeof value === 'object' && value !== null && 'requestId' in value && 'supportEmail' in value
}
