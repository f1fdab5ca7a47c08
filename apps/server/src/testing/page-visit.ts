import { unwrap } from '@freeor/api-client/client'
import type { Site } from '@freeor/kernel/site'
import { pageTexts } from '@freeor/site-frame/frame/page-texts'
import { type PageRequest, requestContext } from '@freeor/site-frame/frame/request-context'
import { siteContext } from '@freeor/site-frame/frame/site-context'
import type { Site as SiteFrame } from '@freeor/site-frame/site'
import { RouterContextProvider } from 'react-router'
import type { Person } from './people.ts'
import { coursesUrl, leadsUrl, type TestSystem } from './test-system.ts'

export type Visit = {
  /** Who visits; a stranger when absent. */
  as?: Pick<Person, 'cookie'> | undefined
  site?: Site
  /** The fields of the form that is sent; without them the page is only opened. */
  form?: Record<string, string>
}

/** Where a browser that navigates within the site asks for the data of a page, or sends its form. */
function dataAddress({ pathname, search, origin }: URL): URL {
  return new URL(`${pathname === '/' ? '/_root' : pathname}.data${search}`, origin)
}

/** What a loader or an action of a page is called with: the API in process, as this visitor. */
export function pageVisit(
  system: TestSystem,
  path: string,
  { as, site = 'leads', form }: Visit = {},
): PageRequest {
  const siteUrl = site === 'leads' ? leadsUrl : coursesUrl
  const context = new RouterContextProvider()
  context.set(requestContext, {
    apiFetch: async (input, init) => {
      const request = new Request(input instanceof Request ? input : new URL(input, siteUrl), init)
      if (as) request.headers.set('cookie', as.cookie)
      if (request.method !== 'GET') request.headers.set('origin', siteUrl)
      return await system.app.fetch(request, { clientAddress: '10.9.8.7', site })
    },
    nonce: 'none',
    requestId: 'req_page',
    supportEmail: system.deps.supportEmail,
    siteUrl,
    siteUrls: { leads: leadsUrl, courses: coursesUrl },
  })
  context.set(siteContext, plainSiteOf(site))
  const body = form && { method: 'POST', body: new URLSearchParams(form) }
  const url = new URL(path, siteUrl)
  return { request: new Request(dataAddress(url), body), context, url }
}

/** The plans of each site, as its pages read them. */
const plansOf: Readonly<Partial<Record<Site, Pick<SiteFrame['plans'], 'list' | 'read'>>>> = {
  leads: {
    list: async (api) => unwrap(await api.GET('/api/plans')).plans,
    read: async (api, planID) =>
      unwrap(await api.GET('/api/plans/{planID}', { params: { path: { planID } } })),
  },
  courses: {
    list: async (api) => unwrap(await api.GET('/api/course-plans')).plans,
    read: async (api, planID) =>
      unwrap(await api.GET('/api/course-plans/{planID}', { params: { path: { planID } } })),
  },
}

/** A site as far as its pages' loaders and actions look at it. */
function plainSiteOf(name: Site): SiteFrame {
  return {
    name,
    home: name === 'leads' ? '/search' : '/intro',
    afterPasswordChange: name === 'leads' ? '/search' : '/',
    ...(name === 'courses' ? { afterPlan: { path: '/courses', text: '', label: '' } } : {}),
    asksPlanAtSignup: name === 'leads',
    asksProofToEnter: name === 'courses',
    asksOrganization: name === 'courses',
    documentPath: (collection: string, key: string) => `/${collection === 'pages' ? key : collection}`,
    plans: plansOf[name],
    // The words of a page that a site brings itself.
    texts: { ...pageTexts, reset: { mismatch: 'They differ.', badLink: 'The link is over.' } },
  } as unknown as SiteFrame
}

/** What came out of a loader or an action: its value with the status it set, or where it leads. */
export type Outcome = { status: number; value?: unknown; location?: string }

/** Waits for a loader or an action; what it throws as an answer is its outcome too. */
export async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  const result = await work.catch((thrown: unknown) => {
    if (thrown instanceof Error) throw thrown
    return thrown
  })
  if (result instanceof Response)
    return { status: result.status, location: result.headers.get('location') ?? '' }
  const isWithStatus = typeof result === 'object' && result !== null && 'init' in result && 'data' in result
  if (!isWithStatus) return { status: 200, value: result }
  const { data, init } = result as { data: unknown; init: ResponseInit | null }
  return { status: init?.status ?? 200, value: data }
}
