import type { RouterContextProvider } from 'react-router'
import { pageProblem } from './api/page-data.ts'
import { requestContext } from './request-context.ts'

/** The page that says why it is not shown. */
export function refuse(context: Readonly<RouterContextProvider>, code: string, status: number) {
  const { requestId, supportEmail } = context.get(requestContext)
  return pageProblem({ title: code, code, requestId, supportEmail }, status)
}
