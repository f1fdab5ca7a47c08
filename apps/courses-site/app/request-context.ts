import { createContext } from 'react-router'

/** What the server puts into each request of this site. */
export type RequestContext = {
  /** `fetch` into our own API, in process, with the visitor's cookies. */
  apiFetch: typeof fetch
  nonce: string
  requestId: string
  supportEmail: string
  leadsUrl: string
  coursesUrl: string
}

export const requestContext = createContext<RequestContext>()
