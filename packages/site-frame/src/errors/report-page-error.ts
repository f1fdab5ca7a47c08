import { type HandleErrorFunction, isRouteErrorResponse } from 'react-router'
import { serverApi } from '../frame/api.ts'
import { requestContext } from '../frame/request-context.ts'
import { describeError } from './report-error.ts'

/** The path of the page, whose data alone a browser asks for at another address where it navigates within the site. */
function pagePath(request: Request): string {
  const { pathname } = new URL(request.url)
  return pathname === '/_root.data' ? '/' : pathname.replace(/\.data$/, '')
}

/**
 * Reports an error while the server drew a page or read its data to the error log. A refusal has its own screen, and a
 * visitor who went away is no error. The export `handleError` of a site's `entry.server.tsx`.
 */
export const reportPageError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  const { requestId } = context.get(requestContext)
  const body = { ...describeError(error), location: pagePath(request), requestId }
  serverApi(context)
    .POST('/api/errors', { body })
    .catch(() => undefined)
}
