import { reportPageError } from '@freeor/site-frame/errors/report-page-error'
import { renderPage } from '@freeor/site-frame/frame/render-page'
import { requestContext } from '@freeor/site-frame/frame/request-context'

/** The server puts each request's context under the key of this very bundle. */
export { requestContext }

export const handleError = reportPageError

export const streamTimeout = 5_000

export default renderPage
