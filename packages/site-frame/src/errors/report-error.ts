import { isRouteErrorResponse } from 'react-router'
import { browserApi } from '../frame/api.ts'
import { rememberedSiteData } from '../frame/site-data.ts'
import { isLostConnection } from './lost-connection.ts'

const longestMessage = 2000
const longestStack = 8000
/** A page whose drawing fails in a loop is reported only a few times. */
const mostReports = 5
let reports = 0

/** What the script knows of an error, cut to what the log takes. */
export function describeError(error: unknown, componentStack = '') {
  const isError = error instanceof Error
  const message = isError ? `${error.name}: ${error.message}` : String(error)
  const stack = [isError ? error.stack : undefined, componentStack].filter(Boolean).join('\n')
  return {
    error: (message || 'Error').slice(0, longestMessage),
    ...(stack === '' ? {} : { errorInfo: stack.slice(0, longestStack) }),
  }
}

/**
 * Reports an error while a page was drawn to the error log. A refusal of the API is no such error: its page is the
 * screen that says so. Nor is a lost connection, which we cannot mend. If the report does not arrive, the visitor
 * cannot do anything about it.
 */
export function reportError(error: unknown, { componentStack }: { componentStack?: string } = {}): void {
  if (isRouteErrorResponse(error) || isLostConnection(error) || reports >= mostReports) return
  reports += 1
  const location = window.location.pathname
  const requestId = rememberedSiteData()?.requestId
  const body = { ...describeError(error, componentStack), location, ...(requestId && { requestId }) }
  browserApi()
    .POST('/api/errors', { body })
    .catch(() => undefined)
}
