import { createContext, type RouterContextProvider } from 'react-router'

/** What the server puts into each request of a site. */
export type RequestContext = {
  /** `fetch` into our own API, in process, with the visitor's cookies. */
  apiFetch: typeof fetch
  nonce: string
  requestId: string
  supportEmail: string
  /** Origin of the site that the request was sent to. */
  siteUrl: string
  /** Origins of the sites this server has, by name. */
  siteUrls: Readonly<Record<string, string>>
}

export const requestContext = createContext<RequestContext>()

/** The part of a loader's or action's arguments that holds the request's context. */
export type PageContext = Readonly<RouterContextProvider>

/**
 * What a page's loader or action is called with. `url` is the address of the page. That of the request is another one where
 * a browser navigates within the site: it asks for the data alone, at `PATH.data`.
 */
export type PageRequest = { request: Request; context: PageContext; url: URL }
