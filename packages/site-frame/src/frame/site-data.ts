import type { ApiClient } from '@freeor/api-client/client'
import { type ShouldRevalidateFunctionArgs, useRouteLoaderData } from 'react-router'
import { type PlanState, planStateOf } from '../billing/plan-state.ts'
import { forPage } from '../errors/page-problem.ts'
import { serverApi } from './api.ts'
import { type PageRequest, requestContext } from './request-context.ts'
import { getMe, type Me } from './visitor.ts'

/** What every page of a site knows. */
export type SiteData = {
  me: Me
  planState: PlanState
  supportEmail: string
  /** The id of the request that answered it: what a visitor quotes, and what is stored with an error of the page. */
  requestId: string
  /** Origins of the sites this server has, by name. */
  siteUrls: Readonly<Record<string, string>>
}

/** The loader of the layout route around all pages. */
export async function loadSiteData({ context }: Pick<PageRequest, 'context'>): Promise<SiteData> {
  const { supportEmail, requestId, siteUrls } = context.get(requestContext)
  const visitor = await forPage(context, readVisitor(serverApi(context)))
  return { ...visitor, supportEmail, requestId, siteUrls }
}

async function readVisitor(api: ApiClient): Promise<Pick<SiteData, 'me' | 'planState'>> {
  const me = await getMe(api)
  return { me, planState: planStateOf(me) }
}

/** The id of that route, `frame/framed-pages.tsx`. */
export const siteDataRoute = 'site-frame/frame/framed-pages'

let last: SiteData | undefined

/** For a page for which it cannot be loaded, e.g. while there is no connection. Only effects may call it. */
export function rememberSiteData(data: SiteData): void {
  last = data
}

/** What a page of this visit last knew. */
export const rememberedSiteData = (): SiteData | undefined => last

/**
 * What every page of a site knows. Where that could not be loaded, it is what the page before knew: who is logged in
 * stays so on the screen. Undefined where the first page failed.
 */
export function useSiteData(): SiteData | undefined {
  const loaded: SiteData | undefined = useRouteLoaderData(siteDataRoute)
  return loaded ?? last
}

/** A changed search on the same page does not change the visitor, so this is not loaded again. */
export function shouldReloadSiteData(args: ShouldRevalidateFunctionArgs): boolean {
  const samePage = args.currentUrl.pathname === args.nextUrl.pathname
  const newSearch = args.currentUrl.search !== args.nextUrl.search
  return samePage && newSearch && !args.formMethod ? false : args.defaultShouldRevalidate
}
