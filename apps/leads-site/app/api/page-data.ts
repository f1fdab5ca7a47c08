import { ApiProblem } from '@freeor/api-client/client'
import { data, type RouterContextProvider } from 'react-router'
import { requestContext } from '../request-context.ts'

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
export async function forPage<T>(context: Readonly<RouterContextProvider>, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    const { requestId, supportEmail } = context.get(requestContext)
    throw pageProblem({ title: error.message, code: error.code, requestId, supportEmail }, error.status)
  }
}

/** A page's refusal with its status. */
export const pageProblem = (problem: PageProblem, status: number) => data(problem, { status })

/** Is this what `pageProblem` threw? */
export function isPageProblem(value: unknown): value is PageProblem {
  return typeof value === 'object' && value !== null && 'requestId' in value && 'supportEmail' in value
}
